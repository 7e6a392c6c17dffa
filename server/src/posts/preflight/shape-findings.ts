import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { formatsFor, picturesMaxFor, POST_FORMS } from '@ninesixteen/shared/publishing/platforms'
import { postFormat } from '@ninesixteen/shared/publishing/post-format'
import type { Finding } from '../../platforms/preflight.ts'
import type { PlannedPost } from './planned-post.ts'

type Shape = Pick<PlannedPost, 'platform' | 'kind' | 'options' | 'pictures' | 'time'>

/** Whether a platform accepts the number and format of a post's slides. */
export function shapeFindings(post: Shape): Finding[] {
  if (!POST_FORMS[post.platform].mayLeaveOutSlides) return [...countFindings(post), ...formatFindings(post)]
  // In the platform's own app, the user crops the pictures and sees how many it takes.
  if (post.options['handOver'] === true || post.time === null) return []
  return [...leftOutFindings(post), ...formatFindings(post)]
}

const TOO_MANY = { code: 'too-many-pictures', severity: 'stop', fix: 'Remove some slides', fixHref: null } as const

function isTooMany({ platform, kind, options, pictures }: Shape): boolean {
  return kind === 'slides' && pictures > picturesMaxFor(platform, options)
}

function countFindings(post: Shape): Finding[] {
  const { platform, options, pictures } = post
  if (!isTooMany(post)) return []
  const most = picturesMaxFor(platform, options)
  const message = `${PLATFORMS[platform].label} takes at most ${most} pictures a post, and these are ${pictures}. Remove some slides, or post it as a video.`
  return [{ ...TOO_MANY, message }]
}

/** Names the slides that will be left out, unless the user agreed to that. */
function leftOutFindings(post: Shape): Finding[] {
  const { platform, options, pictures } = post
  if (!isTooMany(post)) return []
  const most = picturesMaxFor(platform, options)
  const limit = `${PLATFORMS[platform].label} takes at most ${most === 1 ? 'one picture' : `${most} pictures`} here`
  const left = most + 1 === pictures ? `slide ${pictures}` : `slides ${most + 1} to ${pictures}`
  if (options['firstSlidesOnly'] === true) {
    const message = `${limit}, so ${left} will be left out.`
    return [{ code: 'slides-left-out', severity: 'warn', message, fix: null, fixHref: null }]
  }
  return [{ ...TOO_MANY, message: `${limit}, and these are ${pictures}. Remove ${left}, or agree that they are left out.` }]
}

const EITHER = new Intl.ListFormat('en-US', { type: 'disjunction' })

function formatFindings(post: Shape): Finding[] {
  const { platform, kind, time } = post
  const [format, supported] = [postFormat(post.options), formatsFor(platform, post)]
  if (time === null || supported.includes(format)) return []
  const media = kind === 'video' ? 'videos' : 'pictures'
  const alternative = formatsFor(platform, { ...post, kind: 'video' }).includes(format) ? ', or post it as a video' : ''
  const message = `${PLATFORMS[platform].label} doesn’t take ${media} in ${format} here, only in ${EITHER.format(supported)}. Choose another format${alternative}.`
  return [{ code: 'format', severity: 'stop', message, fix: 'Choose another format', fixHref: null }]
}
