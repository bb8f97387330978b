# Fails unless the README quotes the example `source` word for word.
file(READ "${source}" code)
file(READ "${readme}" text)
string(FIND "${text}" "${code}" place)
if(place EQUAL -1)
  message(FATAL_ERROR "${readme} does not quote ${source}: copy the one into the other")
endif()
