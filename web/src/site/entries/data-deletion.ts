import { hydrate } from '../hydrate.tsx'
import { dataDeletionPage } from '../pages/data-deletion.ts'

hydrate(dataDeletionPage)
