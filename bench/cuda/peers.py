"""The problems of main.cpp in PyTorch and in JAX, as their users write them: a line of JSON for each that is installed.

  peers.py [--small] [NAME]

Compiled (torch.compile, jax.jit) and warmed up; float32 products at full precision. Data are those of main.cpp.
"""
import json
import statistics
import sys
import time

import numpy as np


class Random:
    """The linear congruential generator of main.cpp."""

    def __init__(self, seed):
        self.state = seed

    def numbers(self, count):
        """The next numbers in [0, 1): from m states the next m follow by the m-fold step."""
        states = np.empty(count, np.uint64)
        factor, increment, modulus = 6364136223846793005, 1442695040888963407, 1 << 64
        states[0] = self.state = (self.state * factor + increment) % modulus
        known = 1
        while known < count:
            more = min(known, count - known)
            states[known:known + more] = states[:more] * np.uint64(factor) + np.uint64(increment)
            increment = (factor * increment + increment) % modulus
            factor = factor * factor % modulus
            known += more
        self.state = int(states[-1])
        return (states >> np.uint64(40)).astype(np.float64) / (1 << 24)

    def array(self, low, high, *extents, dtype=np.float64):
        return (low + (high - low) * self.numbers(int(np.prod(extents)))).reshape(extents).astype(dtype)


def problems(is_small):
    clusters = [(5, 300, 4)] if is_small else [(5, 494019, 35), (1024, 10000, 256), (1024, 2000000, 10)]
    mixtures = [(20, 6, 5)] if is_small else [
        (1000, 64, 200), (1000, 128, 200), (10000, 32, 200), (10000, 64, 25), (10000, 128, 25), (10000, 128, 200)]
    heats = [(70, 3)] if is_small else [(4096, 50)]
    lstms = [(6, 3, 5, 4)] if is_small else [(1024, 20, 300, 192), (1024, 300, 80, 256)]
    for k, n, d in clusters:
        random = Random(1)
        yield "k-means", f"{k}/{n}/{d}", [random.array(0, 1, n, d, dtype=np.float32), random.array(0, 1, k, d, dtype=np.float32)]
    for n, d, k in mixtures:
        random = Random(4)
        data = [random.array(0, 1, k), random.array(0, 1, k, d), random.array(-1, 0, k, d), random.array(-0.1, 0.1, k, d * (d - 1) // 2)]
        yield "mixture", f"{n}/{d}/{k}", data + [random.array(0, 1, n, d)]
    for n, steps in heats:
        yield "heat", f"{n}^2, {steps} steps", [Random(5).array(0, 1, n, n, dtype=np.float32), steps]
    for batch, steps, d, hidden in lstms:
        random = Random(6)
        data = [random.array(-1, 1, steps, batch, d, dtype=np.float32)]
        shapes = [(4 * hidden, d), (4 * hidden, hidden), (4 * hidden,)]
        yield "LSTM", f"{batch}/{steps}/{d}/{hidden}", data + [random.array(-0.1, 0.1, *shape, dtype=np.float32) for shape in shapes]


def factors(xp, lower_indices, diagonals, below, d):
    """Lower triangular matrices of their diagonals' logarithms and of what is below, row by row."""
    eye = xp.eye(d, dtype=diagonals.dtype) if xp.__name__.startswith("jax") else xp.eye(d, dtype=diagonals.dtype, device=diagonals.device)
    diagonal = xp.exp(diagonals)[:, :, None] * eye
    rows, columns = lower_indices
    if xp.__name__.startswith("jax"):
        return diagonal.at[:, rows, columns].set(below)
    strict = xp.zeros_like(diagonal)
    strict[:, rows, columns] = below
    return diagonal + strict


def timed(call, wait, calls):
    for _ in range(3):
        result = call()
    wait(result)
    seconds = []
    for _ in range(calls):
        start = time.perf_counter()
        result = call()
        wait(result)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), result


def with_jax(name, data, calls):
    import jax
    import jax.numpy as xp

    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_default_matmul_precision", "highest")
    if name == "k-means":
        points, centers = map(xp.asarray, data)

        def cost(c):
            squares = (points * points).sum(1)[:, None] - 2 * points @ c.T + (c * c).sum(1)
            return squares.min(1).sum()

        call = jax.jit(lambda c: jax.jvp(jax.grad(cost), (c,), (xp.ones_like(c),)))
        arguments, first = (centers,), 0
    elif name == "mixture":
        *parameters, points = map(xp.asarray, data)
        d = points.shape[1]
        indices = np.tril_indices(d, -1)

        def likelihood(weights, means, diagonals, below):
            q = factors(xp, indices, diagonals, below, d)
            moved = xp.einsum("krc,nkc->nkr", q, points[:, None, :] - means)
            terms = weights + diagonals.sum(1) - 0.5 * (moved * moved).sum(2)
            lse = jax.scipy.special.logsumexp
            return lse(terms, axis=1).sum() - points.shape[0] * lse(weights)

        call, arguments, first = jax.jit(jax.grad(likelihood, (0, 1, 2, 3))), tuple(parameters), 1
    elif name == "LSTM":
        inputs, *parameters = map(xp.asarray, data)
        hidden = parameters[1].shape[1]

        def lstm(of_input, of_state, bias):
            def step(carried, x):
                h, c = carried
                i, f, g, o = xp.split(x @ of_input.T + h @ of_state.T + bias, 4, axis=1)
                c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * xp.tanh(g)
                h = jax.nn.sigmoid(o) * xp.tanh(c)
                return (h, c), h
            zeros = xp.zeros((inputs.shape[1], hidden), inputs.dtype)
            _, states = jax.lax.scan(step, (zeros, zeros), inputs)
            return (states * states).mean()

        call, arguments, first = jax.jit(jax.grad(lstm, (0, 1, 2))), tuple(parameters), 0
    else:
        start, steps = xp.asarray(data[0]), data[1]

        def heat(now):
            def step(now, _):
                up = xp.concatenate([now[:1], now[:-1]])
                down = xp.concatenate([now[1:], now[-1:]])
                left = xp.concatenate([now[:, :1], now[:, :-1]], 1)
                right = xp.concatenate([now[:, 1:], now[:, -1:]], 1)
                return now + np.float32(0.2) * (up + down + left + right - 4 * now), None
            now, _ = jax.lax.scan(step, now, None, steps)
            return (now * now).sum()

        call, arguments, first = jax.jit(jax.grad(heat)), (start,), None
    seconds, result = timed(lambda: call(*arguments), jax.block_until_ready, calls)
    derivative = result if first is None else result[first]
    return seconds, float(xp.abs(derivative.astype(xp.float64)).sum())


def with_torch(name, data, calls):
    import torch as xp

    device = "cuda" if xp.cuda.is_available() else "cpu"
    xp.backends.cuda.matmul.allow_tf32 = False
    wait = (lambda _: xp.cuda.synchronize()) if device == "cuda" else (lambda _: None)
    if name == "k-means":
        points, centers = (xp.as_tensor(a, device=device) for a in data)

        def cost(c):
            squares = (points * points).sum(1)[:, None] - 2 * points @ c.T + (c * c).sum(1)
            return squares.min(1).values.sum()

        function = lambda c: xp.func.jvp(xp.func.grad(cost), (c,), (xp.ones_like(c),))
        arguments, first = (centers,), 0
    elif name == "mixture":
        *parameters, points = (xp.as_tensor(a, device=device) for a in data)
        d = points.shape[1]
        indices = tuple(xp.tril_indices(d, d, -1, device=device))

        def likelihood(weights, means, diagonals, below):
            q = factors(xp, indices, diagonals, below, d)
            moved = xp.einsum("krc,nkc->nkr", q, points[:, None, :] - means)
            terms = weights + diagonals.sum(1) - 0.5 * (moved * moved).sum(2)
            return xp.logsumexp(terms, 1).sum() - points.shape[0] * xp.logsumexp(weights, 0)

        function, arguments, first = xp.func.grad(likelihood, (0, 1, 2, 3)), tuple(parameters), 1
    elif name == "LSTM":
        inputs, of_input, of_state, bias = (xp.as_tensor(a, device=device) for a in data)
        layer = xp.nn.LSTM(of_input.shape[1], of_state.shape[1], device=device)
        with xp.no_grad():
            for parameter, values in zip(layer.parameters(), (of_input, of_state, bias, xp.zeros_like(bias))):
                parameter.copy_(values)

        def gradient():  # by the tape: the library's layer has no other derivative
            states, _ = layer(inputs)
            return xp.autograd.grad((states * states).mean(), list(layer.parameters()))

        seconds, result = timed(gradient, wait, calls)
        return seconds, float(result[0].double().abs().sum())
    else:
        start, steps = xp.as_tensor(data[0], device=device), data[1]

        def heat(now):
            for _ in range(steps):
                up = xp.cat([now[:1], now[:-1]])
                down = xp.cat([now[1:], now[-1:]])
                left = xp.cat([now[:, :1], now[:, :-1]], 1)
                right = xp.cat([now[:, 1:], now[:, -1:]], 1)
                now = now + 0.2 * (up + down + left + right - 4 * now)
            return (now * now).sum()

        function, arguments, first = xp.func.grad(heat), (start,), None
    if device == "cuda":
        xp._dynamo.reset()  # else a problem of other sizes is compiled for any size
        function = xp.compile(function)
    call = function
    seconds, result = timed(lambda: call(*arguments), wait, calls)
    derivative = result if first is None else result[first]
    return seconds, float(derivative.double().abs().sum())


def main():
    is_small = "--small" in sys.argv
    names = [a for a in sys.argv[1:] if a != "--small"]
    for tool, module, run in (("PyTorch", "torch", with_torch), ("JAX", "jax", with_jax)):
        for name, size, data in problems(is_small):
            if names and names[0] not in name:
                continue
            try:
                seconds, check = run(name, data, 2 if is_small else 20)
            except ImportError:
                print(f"peers.py: {tool} is not installed", file=sys.stderr)
                break
            except Exception as error:  # such as out of memory: the table says so
                print(json.dumps({"tool": tool, "problem": name, "size": size, "failed": str(error).split("\n")[0][:200]}), flush=True)
                continue
            print(json.dumps({"tool": tool, "version": sys.modules[module].__version__, "problem": name, "size": size, "seconds": seconds,
                              "check": check}), flush=True)


if __name__ == "__main__":
    main()
