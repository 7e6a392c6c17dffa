import { eq, sql } from 'drizzle-orm'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { postFormat } from '@ninesixteen/shared/publishing/post-format'
import { exportSize, FORMATS, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import { userSettings } from '../db/schema-accounts.ts'
import { buildApiKey } from './api-caller.ts'
import { buildSlide } from './build-slide.ts'
import { Caller, photo } from './caller.ts'
import { everyPost, exported, framesOf, imageType, SECONDS_PER_SLIDE, sha256, type PlannedPost } from './planned-posts.ts'
import { inHours, postRequest, targetOf, type CreatedPosts } from './post-bodies.ts'
import type { ReachedSandbox } from './sandbox.ts'
import { captionOf, connectAccounts, livePosts, OPTIONS, type SeededAccount, type SeedServices } from './scheduled.ts'

/* Posts that the product renders itself: in all formats, with texts that don't tell them apart. */

export interface RenderedPostsDeps {
  services: SeedServices
  sandbox: ReachedSandbox
  /** Base URL of the product. It trusts proxies: each user has an IP address of their own. */
  url: string
}

/** Occurrences of each recurring post. */
const OCCURRENCES = 3

export interface PostingUser {
  caller: Caller
  userId: string
  project: Project
  accounts: SeededAccount[]
}

/** Users with the same slides, so that one export is right for all of them, and an account on every platform. */
export async function createPostingUsers({ url, services, sandbox }: RenderedPostsDeps, count: number): Promise<PostingUser[]> {
  const background = await photo()
  const users: PostingUser[] = []
  for (let number = 1; number <= count; number += 1) {
    const email = `posting-${number}@example.com`
    const caller = new Caller(url, { 'x-forwarded-for': `10.1.0.${number}` })
    await caller.call('POST', '/api/auth/sign-up/email', { email, password: 'vertical slides 916', name: 'Posting' })
    const { userId } = caller
    if (userId === null) throw new Error(`${email} was not signed up`)
    await services.db.asSystem((tx) => tx.update(userSettings).set({ proPlan: true }).where(eq(userSettings.userId, userId)))
    const { filePath } = (await (await caller.upload(background)).json()) as { filePath: string }
    const slides = [
      buildSlide('near the top', { backgroundImage: filePath }),
      buildSlide('second', { backdrop: { kind: 'gradient', from: '#336699', to: '#ff8800', angle: 30 } }),
    ]
    const accounts: SeededAccount[] = []
    for (const platform of PLATFORM_IDS)
      accounts.push(...(await connectAccounts(services, sandbox, { userId, platform, count: 1, from: number })))
    users.push({ caller, userId, project: await caller.buildProject({ slides }), accounts })
  }
  return users
}

/** Posts in all formats, with equal and with empty texts, and a recurring one; videos for some. */
export async function schedulePosts({ caller, project, accounts }: PostingUser, { hasVideos }: { hasVideos: boolean }): Promise<void> {
  const targetsOf = (planned: readonly PlannedPost[]) =>
    planned.flatMap(({ platform, format }) =>
      accounts
        .filter((account) => account.platform === platform)
        .map((account) => targetOf(platform, account.accountId, { ...OPTIONS[platform](account), format })),
    )
  const post = async (planned: readonly PlannedPost[], overrides: Record<string, unknown>): Promise<void> => {
    const request = postRequest(project, { targets: targetsOf(planned), description: '', scheduledTime: inHours(24), ...overrides })
    const { posts, problems } = await caller.api<CreatedPosts>('POST', '/scheduled-posts', request)
    if (posts.length !== planned.length) throw new Error(`Not scheduled: ${JSON.stringify(problems)}`)
  }
  const slides = everyPost(['slides'], () => '')
  for (const caption of ['the same words', ''])
    for (const format of FORMATS)
      await post(
        slides.filter((planned) => planned.format === format),
        { caption },
      )
  if (hasVideos) {
    const videos = everyPost(['video'], () => '').filter(({ format }) => format === MAIN_FORMAT)
    await post(videos, { caption: 'a video', kind: 'video', film: { seconds: SECONDS_PER_SLIDE, crossFade: false } })
  }
  const { scheduledTime: _, timeZone: zone, ...recurring } = postRequest(project, { description: '', caption: 'every day' })
  const firsts = PLATFORM_IDS.flatMap((platform) => slides.find((planned) => planned.platform === platform) ?? [])
  const first = wallOf(new Date(Date.now() + 7_200_000), zone)
  const recurrence = { rule: `FREQ=DAILY;COUNT=${OCCURRENCES}`, zone, first }
  await caller.api('POST', '/repeats', { ...recurring, targets: targetsOf(firsts), recurrence })
}

interface PostRow extends Record<string, unknown> {
  id: string
  platform: PlatformId
  account_id: string
  kind: PlannedPost['kind']
  caption: string
  options: Record<string, unknown>
  status: string
  delivery: string
  error_message: string | null
  digests: string[]
  sizes: string[]
}

/** The posts that platforms received, compared with ours and with the export. */
export interface RenderedVerdict {
  published: number
  unconfirmed: number
  failed: string[]
  /** Posts that a platform received more often than we have published them. */
  doubled: string[]
  /** Posts that a platform received less often than we have published them. */
  missing: string[]
  /** Posts that a platform received with other files or texts than any of ours. */
  foreign: string[]
  unlikeExport: string[]
}

/** Compares the posts that platforms received with the export. Texts don't tell posts apart, so that equal ones are counted. */
export async function compareWithExport({ services, sandbox }: RenderedPostsDeps, users: readonly PostingUser[]): Promise<RenderedVerdict> {
  const exports = await exportAll(users)
  const { rows } = await services.db.asSystem((tx) =>
    tx.execute<PostRow>(sql`select id, platform, account_id, kind, caption, options, status, delivery, error_message,
       array(select sha256 from post_media where post_id = p.id order by position) as digests,
       array(select width || 'x' || height from post_media where post_id = p.id order by position) as sizes
     from scheduled_posts p`),
  )
  const sandboxUsers = new Map(users.flatMap(({ accounts }) => accounts.map(({ accountId, sandboxUser }) => [accountId, sandboxUser])))
  const verdict: RenderedVerdict = { published: 0, unconfirmed: 0, failed: [], doubled: [], missing: [], foreign: [], unlikeExport: [] }
  const ours = new Map<string, { published: number; possible: number }>()
  for (const { id, platform, account_id: accountId, kind, caption, options, digests, sizes, ...row } of rows) {
    const format = postFormat(options)
    const expected = kind === 'video' ? digests : (exports.get(`${imageType(platform)} ${format}`) ?? [])
    const key = [platform, sandboxUsers.get(accountId), caption, ...expected].join(' ')
    const { width, height } = exportSize(format)
    if (sizes.length !== expected.length || sizes.some((size) => size !== `${width}x${height}`))
      verdict.unlikeExport.push(`${key}: ${sizes.join()}`)
    if (kind === 'video' && sha256(await framesOfPost(users, id)) !== exports.get('video')?.[0])
      verdict.unlikeExport.push(`${key}: other frames`)
    const counts = ours.get(key) ?? { published: 0, possible: 0 }
    ours.set(key, counts)
    if (row.status === 'published') {
      counts.published += 1
      verdict.published += 1
    } else if (row.delivery === 'unconfirmed') {
      counts.possible += 1
      verdict.unconfirmed += 1
    } else verdict.failed.push(`${key}: ${row.delivery}, ${row.error_message}`)
  }
  const live = Map.groupBy(await livePosts(sandbox), (post) =>
    [post.platform, post.account, captionOf(post), ...post.files.map(({ sha256: digest }) => digest)].join(' '),
  )
  for (const key of live.keys()) if (!ours.has(key)) verdict.foreign.push(`received: ${key}`)
  for (const [key, { published, possible }] of ours) {
    const received = live.get(key)?.length ?? 0
    if (received > published + possible) verdict.doubled.push(`${received} times, published ${published}: ${key}`)
    if (received < published) verdict.missing.push(`${received} times, published ${published}: ${key}`)
  }
  return verdict
}

/** The frames of the video of a post. */
async function framesOfPost([user]: readonly PostingUser[], id: string): Promise<Buffer> {
  if (!user) throw new Error('There are no users')
  const { media } = await user.caller.api<PostDetails>('GET', `/scheduled-posts/${id}`)
  const file = await user.caller.fetch(media[0]?.url ?? '')
  return framesOf(Buffer.from(await file.arrayBuffer()))
}

/** Digests of the exported images, by type and format, and of the frames of the exported video. */
async function exportAll([user]: readonly PostingUser[]): Promise<Map<string, string[]>> {
  if (!user) throw new Error('There are no users')
  const key = await buildApiKey(user.caller)
  const digests = new Map<string, string[]>()
  for (const format of FORMATS)
    for (const type of ['png', 'jpeg'] as const)
      digests.set(`${type} ${format}`, (await exported(key, user.project, { format, type })).map(sha256))
  const body = JSON.stringify({
    slides: user.project.slides,
    frames: user.project.slides.map(() => SECONDS_PER_SLIDE * VIDEO_FPS),
    format: MAIN_FORMAT,
  })
  const video = await user.caller.fetch('/api/video', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (!video.ok) throw new Error(`Video: ${video.status} ${await video.text()}`)
  digests.set('video', [sha256(framesOf(Buffer.from(await video.arrayBuffer())))])
  return digests
}
