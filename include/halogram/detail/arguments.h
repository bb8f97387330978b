// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

//! @file
//! How bad arguments are reported: on the host by `std::invalid_argument`, before anything is
//! written; in a kernel, where nothing can be thrown, by doing nothing.

#include <halogram/detail/config.h>

#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>

HALOGRAM_NAMESPACE_BEGIN
namespace detail
{

#if defined(__SIZEOF_INT128__)
inline std::string decimal(__uint128_t value)
{
  std::string digits;
  do
  {
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
    value /= 10;
  } while (value != 0);
  return digits;
}
inline std::string decimal(__int128_t value)
{
  using wide = __uint128_t;
  return value < 0 ? "-" + decimal(wide{0} - static_cast<wide>(value))
                   : decimal(static_cast<wide>(value));
}
#endif

//! A value as a message shows it: characters as numbers, floating values with every digit.
template <class T>
std::string shown(const T& value)
{
#if defined(__SIZEOF_INT128__)
  if constexpr (std::is_same_v<T, __int128_t> || std::is_same_v<T, __uint128_t>)
  {
    return decimal(value);
  }
  else
#endif
  {
    std::ostringstream text;
    text.precision(std::numeric_limits<long double>::max_digits10);
    if constexpr (std::is_same_v<
                    T, float> || std::is_same_v<T, double> || std::is_same_v<T, long double>)
    {
      text.precision(std::numeric_limits<T>::max_digits10);
      text << value;
    }
    else if constexpr (std::is_integral_v<
                         T>) // characters too, of which C++20 prints some no longer
    {
      text << static_cast<std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>>(
        value);
    }
    else // half and bfloat16
    {
      text << static_cast<float>(value);
    }
    return text.str();
  }
}

//! Throws `std::invalid_argument("halogram::<function>: <what> (<name> = <value>)")`.
template <class T>
[[noreturn]] void throw_invalid_argument(const char* function, const char* what, const char* name,
                                         const T& value)
{
  throw std::invalid_argument(std::string("halogram::") + function + ": " + what + " (" + name
                              + " = " + shown(value) + ")");
}

//! The same for two arguments that do not go together.
template <class T>
[[noreturn]] void throw_invalid_argument(const char* function, const char* what, const char* name,
                                         const T& value, const char* other_name, const T& other)
{
  throw std::invalid_argument(std::string("halogram::") + function + ": " + what + " (" + name
                              + " = " + shown(value) + ", " + other_name + " = " + shown(other)
                              + ")");
}

} // namespace detail
HALOGRAM_NAMESPACE_END
