#pragma once

/// Tells Thread Sanitizer that `address` was acquired or released. Both do
/// nothing in builds without the sanitizer.
void cts_acquire(const void *_Nonnull address);
void cts_release(const void *_Nonnull address);
