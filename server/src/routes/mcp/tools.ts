import type { AnyContractProcedure } from '@orpc/contract'
import { publicContract } from '@ninesixteen/shared/public-api/contract'

/** An endpoint of the public API as a tool for models. */
export interface ToolSpec {
  endpoint: AnyContractProcedure
  title: string
  /** When to use it, and what it answers. */
  description: string
  /** It takes something back that was there before. */
  isDestructive?: boolean
}

const { accounts, companies, ideas, photos, posts, renders, runs, slideshows, templates } = publicContract

/** The tools by name, in the order in which they are listed. */
export const TOOLS: Readonly<Record<string, ToolSpec>> = {
  list_companies: {
    endpoint: companies.list,
    title: 'List companies',
    description: 'The companies that slideshows are made for. Use their ids to generate for one of them.',
  },
  list_ideas: {
    endpoint: ideas.list,
    title: 'List ideas',
    description: 'Ideas for slideshows, newest first. A title makes a good topic.',
  },
  list_templates: {
    endpoint: templates.list,
    title: 'List templates',
    description:
      'Layouts of the user for slideshows, with the texts and photos that change. Generate into one with its id as `template_id`, so that the slideshow looks like the others.',
  },
  list_photos: {
    endpoint: photos.list,
    title: 'Search photos',
    description:
      'Photos of the library by words of their name or tags. A slide shows one when its `backgroundImage` is the photo’s `path`.',
  },
  add_photo: {
    endpoint: photos.import,
    title: 'Add a photo',
    description:
      'Adds a photo to the library from a public https address in `url`, or as Base64 in `data` (at most 2.6 MB). A slide shows it when its `backgroundImage` is the photo’s `path`.',
  },
  list_slideshows: {
    endpoint: slideshows.list,
    title: 'List slideshows',
    description: 'Slideshows, last changed first, without their slides.',
  },
  get_slideshow: {
    endpoint: slideshows.get,
    title: 'Read a slideshow',
    description: 'A slideshow with all its slides and texts, and the `etag` that a change needs. To see it, use render_slide.',
  },
  generate_slideshow: {
    endpoint: slideshows.generate,
    title: 'Generate a slideshow',
    description:
      'Writes a slideshow about a topic with AI. Waits up to 50 seconds; if it is still running then, ask get_generation until it is done.',
  },
  get_generation: {
    endpoint: slideshows.generation,
    title: 'Ask for the progress of a generation',
    description: 'Whether a generated slideshow is done, and how many of its slides are written.',
  },
  get_photo_credits: {
    endpoint: slideshows.credits,
    title: 'Read the photo credits of a slideshow',
    description: 'Sources, authors and licences of found photos, and the lines that credit them. create_posts adds those that are needed.',
  },
  create_slideshow: {
    endpoint: slideshows.create,
    title: 'Create a slideshow from slides',
    description: 'Stores slides that you made. Read an existing slideshow first to see how a slide is built.',
  },
  update_slideshow: {
    endpoint: slideshows.update,
    title: 'Replace the slides of a slideshow',
    description: 'Replaces title and slides. Needs the `etag` of get_slideshow. To change words alone, edit_texts is simpler.',
    isDestructive: true,
  },
  render_slide: {
    endpoint: slideshows.render,
    title: 'See a slide',
    description:
      'The slide as a picture, exactly as it is published in that format. `index` begins at 0. Look at slides before you schedule them.',
  },
  render_slideshow: {
    endpoint: renders.create,
    title: 'Render a video, PDF or ZIP',
    description:
      'Renders the whole slideshow as a file for the user: `mp4`, `pdf`, or a ZIP of `png` or `jpeg` images. Waits up to 50 seconds; if it is still running then, ask get_render until it is done. Give the user the `url`, which opens the file for an hour.',
  },
  get_render: {
    endpoint: renders.get,
    title: 'Ask for a render',
    description: 'The progress of a render, and once it is done a new `url` for the user.',
  },
  cancel_render: {
    endpoint: renders.cancel,
    title: 'Cancel a render',
    description: 'Stops a render that is no longer wanted, or deletes its finished file.',
    isDestructive: true,
  },
  list_runs: {
    endpoint: runs.list,
    title: 'List runs',
    description: 'Long work such as renders, newest first: what runs now, what is done, and what failed.',
  },
  get_run: {
    endpoint: runs.get,
    title: 'Ask for a run',
    description: 'The progress of a run, its result, or why it failed.',
  },
  cancel_run: {
    endpoint: runs.cancel,
    title: 'Cancel a run',
    description: 'Stops a run that is no longer wanted. One that has ended stays as it is.',
    isDestructive: true,
  },
  list_accounts: {
    endpoint: accounts.list,
    title: 'List connected accounts',
    description: 'Accounts of social networks that posts can go to. The user has to connect one in the state `reconnect` again.',
  },
  list_posts: {
    endpoint: posts.list,
    title: 'List posts',
    description: 'Scheduled, published and failed posts and drafts, newest first.',
  },
  get_post: {
    endpoint: posts.get,
    title: 'Read a post',
    description: 'A post with its history and every attempt to publish it.',
  },
  check_posts: {
    endpoint: posts.check,
    title: 'Check posts without creating them',
    description: 'Says what would stop or change such posts, and which of them wait for the user’s consent. Use it before create_posts.',
  },
  create_posts: {
    endpoint: posts.create,
    title: 'Create drafts or schedule posts',
    description:
      'One post for each target. Without `scheduled_at` they are drafts, which the user schedules. With it they are published at that time; a post that needs a consent only the user can give stays a draft, and `approval` says where to give it.',
  },
  move_post: {
    endpoint: posts.move,
    title: 'Move a post',
    description: 'Moves a post to another time, or schedules a draft.',
  },
  cancel_post: {
    endpoint: posts.cancel,
    title: 'Cancel a post',
    description: 'Cancels a post that is not being sent yet.',
    isDestructive: true,
  },
  retry_post: {
    endpoint: posts.retry,
    title: 'Post again',
    description: 'Publishes a failed, cancelled or missed post once more.',
  },
}
