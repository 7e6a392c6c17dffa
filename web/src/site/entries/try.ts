import { hydrate } from '../hydrate.tsx'
import { tryPage } from '../pages/try.ts'

hydrate(tryPage)
