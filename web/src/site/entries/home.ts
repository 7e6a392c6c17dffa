import { hydrate } from '../hydrate.tsx'
import { homePage } from '../pages/home.ts'

hydrate(homePage)
