import { hydrate } from '../hydrate.tsx'
import { notFoundPage } from '../pages/not-found.ts'

hydrate(notFoundPage)
