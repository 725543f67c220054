#include "problems.hpp"

#include "lstm.soac.hpp"

#include <cmath>

namespace gpu {

static float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }

float lstm(soac::view<const float, 3> inputs, soac::view<const float, 2> of_input, soac::view<const float, 2> of_state,
           soac::view<const float> bias) {
  const soac::index steps = inputs.extent(0), batch = inputs.extent(1), hidden = of_state.extent(1);
  soac::array<float, 2> state(batch, hidden), cell(batch, hidden);
  float sum = 0;
  for (soac::index t = 0; t < steps; ++t) {
    const auto gates = soac::map(
        [&](auto x, auto h) {
          return soac::map([&](auto u, auto w, float b) { return b + soac::dot(u, x) + soac::dot(w, h); }, of_input, of_state, bias);
        },
        inputs[t], state);
    cell = soac::tabulate(
        [&](soac::index b, soac::index j) {
          return sigmoid(gates(b, hidden + j)) * cell(b, j) + sigmoid(gates(b, j)) * std::tanh(gates(b, 2 * hidden + j));
        },
        batch, hidden);
    state = soac::tabulate(
        [&](soac::index b, soac::index j) { return sigmoid(gates(b, 3 * hidden + j)) * std::tanh(cell(b, j)); }, batch, hidden);
    sum += soac::sum(soac::map([](auto h) { return soac::dot(h, h); }, state));
  }
  return sum / static_cast<float>(steps * batch * hidden);
}

std::tuple<cuda::array<float, 2>, cuda::array<float, 2>, cuda::array<float>>
lstm_gradient(const cuda::on &place, cuda::view<const float, 3> inputs, device_matrix<float> of_input, device_matrix<float> of_state,
              cuda::view<const float> bias) {
  return soac::gradient<lstm, soac::wrt<1, 2, 3>>(place, inputs, of_input, of_state, bias);
}
cuda::scalar<float> lstm_run(const cuda::on &place, cuda::view<const float, 3> inputs, device_matrix<float> of_input,
                             device_matrix<float> of_state, cuda::view<const float> bias) {
  return soac::run<lstm>(place, inputs, of_input, of_state, bias);
}

} // namespace gpu
