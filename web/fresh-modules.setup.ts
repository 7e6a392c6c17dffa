import { vi } from 'vitest'

// Files share a process, but no store, cache or replaced global of another file.
vi.resetModules()
vi.unstubAllGlobals()
