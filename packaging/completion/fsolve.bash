# Written by tools/manual from `fsolve -help`.

# Prints the names that -<kind>s lists, on the command line and in the options files named there.
_fsolve_names() {
  local list="-${1}s" previous="" word
  shift
  for word in "$@"; do
    case $word in
      *.opts) [ -r "$word" ] && sed -n "s/^\(.*[[:space:]]\)*$list[[:space:]]*\([A-Za-z0-9_,-]*\).*/\2/p" "$word" ;;
    esac
    [ "$previous" = "$list" ] && printf '%s\n' "$word"
    previous=$word
  done | tr ',' '\n' | sort -u
}

# Prints what may replace the current word: _fsolve_words current previous word...
_fsolve_words() {
  local current=$1 previous=$2 kind name names
  shift 2
  case $current in
    -*) ;;
    *)
      case $previous in
        -adapt) printf '%s\n' true false ;;
        -allow_unstable) printf '%s\n' true false ;;
        -analysis) printf '%s\n' transient kinematic static path modes buckling response spectrum ;;
        -buckling_exact) printf '%s\n' true false ;;
        -cases_files) printf '%s\n' true false ;;
        -change_points) printf '%s\n' continue stop ;;
        -coupling_*_type) printf '%s\n' gear belt rack screw linear relation ;;
        -dt_exact) printf '%s\n' true false ;;
        -energies) printf '%s\n' true false ;;
        -events) printf '%s\n' locate ignore kinks ;;
        -initial_static) printf '%s\n' true false ;;
        -integrator) printf '%s\n' lms2 lms3 lms4 bdf2 nstiff nstiff_si2 ss2 ss3 ss4 trapezoidal bathe msstc3 msstc4 msstc5 mssth3 mssth4 mssth5 esdirk32_4l esdirk32_5l esdirk43_6l tr_bdf2_q newmark hht hht_i3 wbz generalized_alpha central_difference ce3 ce3_2 ce4 ce4_1_4 ce4_5_4 ce5 ce5_a ce5_4_5 ce5_1 ce5_top hht_si2 hht_add energy_momentum ;;
        -joint_*_type) printf '%s\n' spherical revolute universal cylindrical prismatic point_on_axis in_plane planar constant_velocity screw weld rigid_link distance spring_damper bushing ;;
        -keep_denormals) printf '%s\n' true false ;;
        -ksp_converged_reason) printf '%s\n' true false ;;
        -ksp_monitor) printf '%s\n' true false ;;
        -ksp_view) printf '%s\n' true false ;;
        -linearize) printf '%s\n' true false ;;
        -linearize_balanced) printf '%s\n' true false ;;
        -lms_startup) printf '%s\n' one_step trapezoidal ;;
        -load_*_follower) printf '%s\n' true false ;;
        -load_*_given) printf '%s\n' true false ;;
        -load_*_given_moments) printf '%s\n' true false ;;
        -load_*_projected) printf '%s\n' true false ;;
        -malloc_dump) printf '%s\n' true false ;;
        -memory_view) printf '%s\n' true false ;;
        -mesh_cell) printf '%s\n' quadrilateral triangle ;;
        -mesh_closed) printf '%s\n' none u v both ;;
        -modes_damped) printf '%s\n' true false ;;
        -newton) printf '%s\n' modified full ;;
        -newton_mixed) printf '%s\n' true false ;;
        -operator) printf '%s\n' auto assembled matrix_free ;;
        -output_precision) printf '%s\n' double single ;;
        -output_reactions) printf '%s\n' true false ;;
        -overwrite) printf '%s\n' true false ;;
        -part_*_element) printf '%s\n' bar membrane mass spring damper absorber truss cable drag finite_membrane beam shell shell_absorber body rotational_spring ;;
        -path_control) printf '%s\n' true false ;;
        -predictor) printf '%s\n' scheme constant second fourth ;;
        -probe_*_whole) printf '%s\n' true false ;;
        -quiet) printf '%s\n' true false ;;
        -snes_converged_reason) printf '%s\n' true false ;;
        -snes_monitor) printf '%s\n' true false ;;
        -snes_view) printf '%s\n' true false ;;
        -stabilize) printf '%s\n' none velocity projection ;;
        -static_arc) printf '%s\n' true false ;;
      esac
      return
      ;;
  esac
  printf '%s\n' -adapt -adapt_atol -adapt_rtol -allow_unstable -analysis -assemble -assemble_keep -base_acceleration_x -base_acceleration_y -base_acceleration_z -base_harmonic_x -base_harmonic_y -base_harmonic_z -bathe_split -buckling -buckling_exact -cases -cases_files -cases_ranks -ce_parameters -ce_start -change_points -checkpoint -checkpoint_every -checkpoint_every_minutes -combination -combinations -couplings -damping_mass -damping_modal -damping_modal_below -damping_modal_count -damping_stiffness -directions -dt -dt_exact -dt_max -dt_min -energies -envelopes -events -gravity -gravity_time -h -help -hht_add_b -hht_alpha -hold_rigid -imperfection -imperfection_amplitude -imperfection_formula -initial_static -initials -integrator -joints -keep_denormals -ksp_atol -ksp_cg_single_reduction -ksp_converged_reason -ksp_gmres_restart -ksp_max_it -ksp_monitor -ksp_rtol -ksp_type -ksp_view -let -linearize -linearize_balanced -links -lms_startup -load_cases -loads -log_view -malloc_dump -mat_mumps_icntl_14 -members -members_n -members_order -memory_view -mesh -mesh_cell -mesh_closed -mesh_join -mesh_lower -mesh_map -mesh_n -mesh_order -mesh_partition -mesh_rotate -mesh_scale -mesh_translate -mesh_unjoined -mesh_unused -mesh_upper -mixed_precision -modes -modes_below -modes_between -modes_damped -modes_near -modes_point -newmark_beta -newmark_gamma -newton -newton_mixed -operator -options_file -output -output_at -output_every -output_fields -output_interval -output_last_rows -output_precision -output_reactions -output_sets -overwrite -parts -path_between -path_component -path_control -path_critical -path_direction -path_length -path_load -path_null -path_probe -path_step -path_steps -path_switch -patterns -pc_factor_levels -pc_factor_mat_ordering_type -pc_factor_mat_solver_type -pc_gamg_threshold -pc_type -petsc -plugin -points -precice -precice_library -precice_participant -predictor -probes -quiet -response_bend -response_frequencies -response_modes -response_points -response_range -restart -rho_inf -shell_kink -show -sliders -snes_atol -snes_converged_reason -snes_linesearch_type -snes_max_it -snes_monitor -snes_rtol -snes_stol -snes_type -snes_view -spectrum_damping -spectrum_points -spectrum_range -spectrum_rho_inf -spectrum_schemes -spin -spin_point -spin_speeds -stabilize -state_from -static_arc -static_count -static_stable -sub_pc_type -supports -t_end -t_start -tables -ties -ties_solve -tr_bdf2_q_advance -version -walltime
  for kind in part support load_case load combination initial probe table joint coupling slider tie point member link pattern; do
    case $current in
      -"${kind}"_*) ;;
      *) continue ;;
    esac
    names=$(_fsolve_names "$kind" "$@")
    [ "$kind" = initial ] && names="$names
$(_fsolve_names joint "$@")"
    printf '%s\n' "$names" | while read -r name; do
      [ -n "$name" ] && _fsolve_templates "$kind" | sed "s/@/-${kind}_$name/"
    done
  done
}

# Prints the options that describe a name of a kind, with @ for -<kind>_<name>.
_fsolve_templates() {
  case $1 in
    part) printf '%s\n' @_area @_box @_capacity @_capacity_compression @_center @_composite_with @_correction @_damping @_density @_diameter @_direction @_drag_coefficient @_drilling @_ea @_eiy @_eiz @_element @_end_offset @_end_offset_axes @_expansion @_expansion_1 @_expansion_2 @_fillet @_flange_thickness @_flow_x @_flow_y @_flow_z @_fluid_density @_frequency @_gay @_gaz @_gj @_height @_impedance @_inertia @_initial_strain @_law @_law_layers @_law_points @_law_ratio @_law_strain @_law_table @_loss_factor @_mass @_mass_matrix @_mass_per_area @_mass_per_length @_of @_offset @_plane @_plies @_ply_stress @_point @_poisson @_poisson_12 @_polygon @_prestress @_profile @_profile_unit @_radius @_release @_section @_section_places @_set @_shear_12 @_shear_13 @_shear_23 @_shear_factor_y @_shear_factor_z @_shear_modulus @_slope @_sphere @_start @_stations @_stations_interpolation @_stiffness @_strain @_temperature @_temperature_gradient_y @_temperature_gradient_z @_tension @_thickness @_toe @_twist @_unstrained_length @_web_thickness @_where @_width @_young @_young_1 @_young_2 ;;
    support) printf '%s\n' @_about @_acceleration_x @_acceleration_y @_acceleration_z @_axes @_box @_fix @_fix_rotation @_motion_harmonic_x @_motion_harmonic_y @_motion_harmonic_z @_motion_x @_motion_y @_motion_z @_normal @_plane @_point @_rotation_acceleration_x @_rotation_acceleration_y @_rotation_acceleration_z @_rotation_harmonic_x @_rotation_harmonic_y @_rotation_harmonic_z @_rotation_velocity_x @_rotation_velocity_y @_rotation_velocity_z @_rotation_x @_rotation_y @_rotation_z @_set @_sphere @_velocity_x @_velocity_y @_velocity_z @_where ;;
    load_case) printf '%s\n' @_accompanying @_actions @_factor @_favourable @_group @_kind ;;
    load) printf '%s\n' @_axes @_axle_factors @_axles @_box @_field @_follower @_force @_from @_from_fraction @_given @_given_moments @_harmonic @_law_mx @_law_my @_law_mz @_law_per @_law_x @_law_y @_law_z @_moment @_moment_per @_moment_to @_place @_plane @_point @_precice_displacement @_precice_force @_precice_mesh @_precice_velocity @_pressure @_projected @_set @_sphere @_start @_time @_to @_to_fraction @_traction @_traction_per @_traction_to @_where ;;
    combination) printf '%s\n' @_rule @_sum ;;
    initial) printf '%s\n' @_angle @_angular_velocity @_angular_velocity_x @_angular_velocity_y @_angular_velocity_z @_box @_displacement_x @_displacement_y @_displacement_z @_plane @_point @_rotation_x @_rotation_y @_rotation_z @_set @_sphere @_velocity_x @_velocity_y @_velocity_z @_where ;;
    probe) printf '%s\n' @_box @_extreme @_part @_plane @_point @_set @_sphere @_where @_whole ;;
    table) printf '%s\n' @ @_kind @_outside ;;
    joint) printf '%s\n' @_angle @_angle_damper @_angle_friction @_angle_friction_force @_angle_friction_radius @_angle_friction_settle @_angle_friction_static @_angle_friction_stick @_angle_friction_stribeck @_angle_law @_angle_law_@ @_angle_lower @_angle_motor @_angle_spring @_angle_stiffness @_angle_stop_restitution @_angle_stop_stiffness @_angle_stop_velocity @_angle_upper @_angular_velocity @_axis @_box @_displacement @_displacement_damper @_displacement_friction @_displacement_friction_force @_displacement_friction_radius @_displacement_friction_settle @_displacement_friction_static @_displacement_friction_stick @_displacement_friction_stribeck @_displacement_law @_displacement_law_@ @_displacement_lower @_displacement_motor @_displacement_spring @_displacement_stiffness @_displacement_stop_restitution @_displacement_stop_stiffness @_displacement_stop_velocity @_displacement_upper @_length @_pitch @_place @_plane @_point @_second_angle_damper @_second_angle_friction @_second_angle_friction_force @_second_angle_friction_radius @_second_angle_friction_settle @_second_angle_friction_static @_second_angle_friction_stick @_second_angle_friction_stribeck @_second_angle_law @_second_angle_law_@ @_second_angle_lower @_second_angle_motor @_second_angle_spring @_second_angle_stiffness @_second_angle_stop_restitution @_second_angle_stop_stiffness @_second_angle_stop_velocity @_second_angle_upper @_second_axis @_second_displacement_damper @_second_displacement_friction @_second_displacement_friction_force @_second_displacement_friction_radius @_second_displacement_friction_settle @_second_displacement_friction_static @_second_displacement_friction_stick @_second_displacement_friction_stribeck @_second_displacement_law @_second_displacement_law_@ @_second_displacement_lower @_second_displacement_motor @_second_displacement_spring @_second_displacement_stiffness @_second_displacement_stop_restitution @_second_displacement_stop_stiffness @_second_displacement_stop_velocity @_second_displacement_upper @_second_point @_set @_sphere @_stiffness @_type @_velocity @_where ;;
    coupling) printf '%s\n' @_coefficients @_formula @_of @_offset @_pitch @_radii @_radius @_ratio @_type ;;
    slider) printf '%s\n' @_along @_point @_set ;;
    tie) printf '%s\n' @_axis @_box @_coefficients @_distance @_jump_x @_jump_y @_jump_z @_length @_master @_of @_plane @_point @_set @_sphere @_through @_to @_translation @_type @_value @_weight @_where ;;
    point) printf '%s\n' @ @_sets ;;
    member) printf '%s\n' @ @_center @_n @_offset_axes @_offset_start @_order @_release @_rigid @_sets @_through ;;
    link) printf '%s\n' @ @_sets ;;
    pattern) printf '%s\n' @ @_angle @_axis @_n @_point @_vector @_vector2 @_vector3 ;;
  esac
}

_fsolve() {
  local IFS=$'\n' current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=($(compgen -W "$(IFS=$' \t\n'; _fsolve_words "$current" "$previous" "${COMP_WORDS[@]:1}")" -- "$current"))
}
complete -o default -F _fsolve fsolve
