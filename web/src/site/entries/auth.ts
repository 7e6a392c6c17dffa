import { hydrate } from '../hydrate.tsx'
import { authPage } from '../pages/auth.ts'

hydrate(authPage)
