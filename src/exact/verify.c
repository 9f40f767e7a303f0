#include "exact/solution.h"
#include "util/error.h"
enum trey_status trey_exact_verify(const struct trey_exact *exact,
                                   const struct trey_exact_check *check,
                                   struct trey_error *error)
{
    (void)exact;
    (void)check;
    return trey_fail(error, TREY_ERR_ARGUMENT, 0, "x");
}
