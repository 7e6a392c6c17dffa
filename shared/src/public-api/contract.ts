import { slideSchema } from '../slide/model.ts'
import { accountSchema, accountsContract } from './accounts.ts'
import { companiesContract, companySchema, ideaSchema, ideasContract } from './companies.ts'
import { photoSchema, photosContract } from './photos.ts'
import { postSchema, postsContract, problemSchema } from './posts.ts'
import { rendersContract, renderSchema } from './renders.ts'
import { runsContract, runSchema } from './runs.ts'
import { generationSchema, slideshowsContract, slideshowSchema } from './slideshows.ts'
import { templatesContract, templateSchema } from './templates.ts'

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
  runs: runsContract,
  slideshows: slideshowsContract,
  templates: templatesContract,
}

/** Schemas that the description of the API names, so that it defines each once. */
export const publicSchemas = {
  Account: accountSchema,
  Company: companySchema,
  Generation: generationSchema,
  Idea: ideaSchema,
  Photo: photoSchema,
  Post: postSchema,
  PostProblem: problemSchema,
  Render: renderSchema,
  Run: runSchema,
  Slide: slideSchema,
  Slideshow: slideshowSchema,
  Template: templateSchema,
} as const
