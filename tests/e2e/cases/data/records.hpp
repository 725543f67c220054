// Records: members, operators, inheritance, templates, copies; without any combinator.
#pragma once

#include "geometry_types.hpp"

#include <array>

struct Material {
  double density;
  float stiffness;
  int kind;
  std::array<double, 2> limits;
};

struct Segment {
  geometry::Point from, to;
};

double distance(geometry::Point a, const geometry::Point &b);
geometry::Point midpoint(geometry::Point a, geometry::Point b, double t);
double polygon_length(const geometry::Point *points, int n);
void move_all(geometry::Point *points, int n, double dx, double factor);
void shift_segment(Segment &s, double by);
double segment_length(const Segment &s);
double material_cost(const Material &m, double price);
Material scaled(Material m, double factor);
double vec3(const geometry::Vec<3> &a, geometry::Vec<3> b, double s);
double dual_by_hand(double x);
double dual_power(double x, int n);
double bracket_operator(double x, double y);
double unary_minus_record(double x, double y);
double inherited(double x, double y);
double constructed_chain(double x);
double aggregate_designated(double x);
double counter_object(double x, int n);
double functor_with_state(double x);
double static_member(double x);
double nested_records(double x);
double array_of_records(double x, int n);
double vector_of_records(double x, int n);
double record_assignment(double x);
double const_and_mutable_methods(double x);
double method_chaining(double x);
double conversion_operator(double x);
double reference_returned_early(double x, double y);
double writes_through_choice(double x, double y);
double copies_of_members(double x, double y);
double result_without_copy(double x, double y);
double moved_from(double x, double y);

/// Members that are C arrays: of arrays, of records, of numbers of another type.
struct tagged {
  double x;
  int id;
};
struct fixed_arrays {
  float m[2][3];
  tagged p[2];
  std::array<double, 2> q[2];
  double s;
};
fixed_arrays with_fixed_arrays(const fixed_arrays &d, double x);

/// The numbers of a record as those of another type.
struct frame {
  double origin[2];
  geometry::Point axes[2];
};
double as_other_records(const frame &f, double x);
