import { hydrate } from '../hydrate.tsx'
import { termsPage } from '../pages/terms.ts'

hydrate(termsPage)
