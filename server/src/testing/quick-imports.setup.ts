import { enableCompileCache } from '../bootstrap/compile-cache.ts'

// Saves half a second in each test file and each process that tests start, as in the product.
enableCompileCache()
