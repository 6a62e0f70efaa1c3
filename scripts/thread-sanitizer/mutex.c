// Tells ThreadSanitizer what `Synchronization.Mutex` does where two threads want it at once.
//
// The common way through a mutex is inlined into our code, where the sanitizer sees it. The way through the kernel is in
// libswiftSynchronization.so, which is not compiled with the sanitizer: a thread that had to wait seems to go on without having been
// let in by the one before it, and everything that the mutex guards is reported. Preloaded, these functions stand before the library's.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> ()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
// Synchronization._MutexHandle._tryLockSlow() -> Swift.Bool
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
// Synchronization._MutexHandle._unlockSlow() -> ()
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK);
SWIFT bool try_lock_slow(SELF void *mutex) __asm__(TRY_LOCK);
SWIFT void unlock_slow(SELF void *mutex) __asm__(UNLOCK);

SWIFT void lock_slow(uint32_t thread, SELF void *mutex) {
    SWIFT void (*lock)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
    lock(thread, mutex);
    if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT bool try_lock_slow(SELF void *mutex) {
    SWIFT bool (*try_lock)(SELF void *) = dlsym(RTLD_NEXT, TRY_LOCK);
    bool is_locked = try_lock(mutex);
    if (is_locked && __tsan_acquire) __tsan_acquire(mutex);
    return is_locked;
}

SWIFT void unlock_slow(SELF void *mutex) {
    SWIFT void (*unlock)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(mutex);
    unlock(mutex);
}
