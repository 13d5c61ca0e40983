# What `cmake --install` puts in place. The parts find each other relative to the running binary, so the result can
# be moved as a whole. Also the target `tool`: all of it, without tests.
set(heddle_programs heddle heddle-cc heddle-c++)
set(heddle_libraries heddle_pass heddle_rt heddle_smt_module heddle_cvc5_module heddle-clang)
set(heddle_parts)
foreach(part ${heddle_programs} ${heddle_libraries} heddle_cxx_object)
  if(TARGET ${part})
    list(APPEND heddle_parts ${part})
  endif()
endforeach()
add_custom_target(tool DEPENDS ${heddle_parts})

foreach(program ${heddle_programs})
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION bin)
  endif()
endforeach()
foreach(library ${heddle_libraries})
  if(TARGET ${library})
    install(TARGETS ${library} LIBRARY DESTINATION lib/heddle RUNTIME DESTINATION lib/heddle)
  endif()
endforeach()
if(TARGET heddle_cxx_object)
  install(FILES ${HEDDLE_LIBDIR}/heddle_cxx.o ${HEDDLE_LIBDIR}/libheddle_cxx.a
    ${HEDDLE_LIBDIR}/libheddle_c.a ${HEDDLE_LIBDIR}/libheddle_c_followed.a ${HEDDLE_LIBDIR}/libheddle_c_inputs.a
    ${HEDDLE_LIBDIR}/heddle_cxx_followed.o ${HEDDLE_LIBDIR}/libheddle_cxx_followed.a
    ${HEDDLE_LIBDIR}/heddle_cxx_inputs.o ${HEDDLE_LIBDIR}/libheddle_cxx_inputs.a ${HEDDLE_LIBDIR}/libheddle_inputs.a DESTINATION lib/heddle)
endif()
install(FILES ${HEDDLE_LIBDIR}/program.map DESTINATION lib/heddle)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/heddle DESTINATION include)

if(TARGET heddle)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/share/man/man1/heddle.1
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/share/man/man1
    COMMAND heddle --man > ${PROJECT_BINARY_DIR}/share/man/man1/heddle.1
    DEPENDS heddle VERBATIM)
  add_custom_target(heddle_man ALL DEPENDS ${PROJECT_BINARY_DIR}/share/man/man1/heddle.1)
  add_dependencies(tool heddle_man)
  install(FILES ${PROJECT_BINARY_DIR}/share/man/man1/heddle.1 DESTINATION share/man/man1)
endif()

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/heddleConfig.cmake ${PROJECT_SOURCE_DIR}/cmake/heddleFunctions.cmake
  ${PROJECT_BINARY_DIR}/heddleConfigVersion.cmake
  DESTINATION lib/cmake/heddle)
