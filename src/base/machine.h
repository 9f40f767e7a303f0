/* Memory of the machine, or of the container that this process runs in. */
#ifndef TREY_BASE_MACHINE_H
#define TREY_BASE_MACHINE_H

#include <stddef.h>

/* Bytes of memory that this process can allocate without making the machine swap or
 * passing a limit: the minimum of what the system reports as available, the limits of its
 * control groups (versions 1 and 2), and its address-space limit. Never 0; 1 GiB where
 * nothing can be found out. */
size_t trey_memory_available(void);

#endif
