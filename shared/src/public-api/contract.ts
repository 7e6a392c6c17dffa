import { accountsContract } from './accounts.ts'
import { companiesContract, ideasContract } from './companies.ts'
import { photosContract } from './photos.ts'
import { postsContract } from './posts.ts'
import { slideshowsContract } from './slideshows.ts'

/** Where the public API is mounted. */
export const PUBLIC_API_PREFIX = '/api/public/v1'

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
  slideshows: slideshowsContract,
}
