import { hydrate } from '../hydrate.tsx'
import { privacyPage } from '../pages/privacy.ts'

hydrate(privacyPage)
