import { enableCompileCache } from '../bootstrap/compile-cache.ts'

// As the product does before it imports anything: half a second of each process that tests start, and of each file of tests.
enableCompileCache()
