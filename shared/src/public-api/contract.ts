import { accountsContract } from './accounts.ts'
import { companiesContract, ideasContract } from './companies.ts'
import { photosContract } from './photos.ts'
import { postsContract } from './posts.ts'
import { rendersContract } from './renders.ts'
import { slideshowsContract } from './slideshows.ts'

export { PUBLIC_API_PREFIX } from './limits.ts'

/**
 * The public API. It is stable: a change that could break a program written for it needs a `/v2`. Apart from the page's contract, which changes
 * with every release.
 */
export const publicContract = {
  accounts: accountsContract,
  companies: companiesContract,
  ideas: ideasContract,
  photos: photosContract,
  posts: postsContract,
  renders: rendersContract,
  slideshows: slideshowsContract,
}
