import { randomUUID } from 'node:crypto'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { ApprovalLink } from '@ninesixteen/shared/api/approvals'
import { contentPlans, planSlots } from '../../db/schema-content-plan.ts'
import { recurrences } from '../../db/schema-planning.ts'
import { scheduledPosts } from '../../db/schema-publishing.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { runs } from '../../db/schema-runs.ts'
import { contentIdeas } from '../../db/schema-projects.ts'
import { slideshowBatches, slideshowBatchRows } from '../../db/schema-slideshow-batches.ts'
import { passkeys } from '../../db/schema-second-factor.ts'
import { createUrlSigner } from '../../photos/signed-url.ts'
import { renderRun } from '../../slideshow-renders/render-kind.ts'
import { RENDERS_PATH } from '../../slideshow-renders/render-run.ts'
import { storeFile } from '../../storage/stored-files.ts'
import { buildSlide, type TestApp, type TestUser } from '../app.ts'
import { buildApiKey } from '../api-caller.ts'
import { poppins } from '../font-files.ts'
import { ADTS_FILE } from '../sound-track.ts'
import { buildManualPost } from '../manual-posting.ts'

/** Part of everything the owner has. */
export const CANARY = 'canary-of-the-owner'
/** An unreachable address. */
export const NOWHERE = 'http://127.0.0.1:9'
/** Platform id of the owner's account. */
export const OWNED_ACCOUNT = `${CANARY}-id`

/** Objects of the owner that other users try to reach. */
export interface Owned {
  company: string
  otherCompany: string
  media: string
  font: string
  file: string
  project: string
  idea: string
  mode: string
  template: string
  style: string
  slideshowTemplate: string
  slideshowBatch: string
  track: string
  account: string
  passkey: string
  apiKey: string
  webhook: string
  webhookDelivery: string
  /** A scheduled post. */
  post: string
  failedPost: string
  unconfirmedPost: string
  /** The id of a link for a client. */
  approvalLink: string
  /** A post in manual posting. */
  manualPost: string
  recurrence: string
  /** A planned slot of the other company's content plan. */
  planSlot: string
  signedUrl: string
  remoteUrl: string
  coverUrl: string
  /** A finished render of the slideshow, and its signed address. */
  render: string
  renderUrl: string
}

/** Creates one object of each kind for the owner. */
export async function insertOwned(app: TestApp, owner: TestUser): Promise<Owned> {
  const [company, otherCompany] = [await owner.buildCompany(`${CANARY}-company`), await owner.buildCompany(`${CANARY}-second`)]
  const { filePath, media } = await owner.buildPhoto()
  await owner.api('POST', '/media/link', { ids: [media?.id], companyId: otherCompany.id })
  await owner.api('POST', '/media/tags', { ids: [media?.id], add: [`${CANARY}-tag`] })
  await owner.api('POST', '/companies/blogs/link', { companyId: otherCompany.id, blogName: `${CANARY}-blog` })
  await owner.api('PUT', `/companies/${otherCompany.id}/brand`, { version: 0, brand: { ...NEW_BRAND, tone: `${CANARY}-tone` } })
  const font = randomUUID()
  const uploaded = await owner.fetch(`/api/fonts?id=${font}&filename=${CANARY}.woff2`, {
    method: 'POST',
    body: new Uint8Array(await poppins(400)),
  })
  if (!uploaded.ok) throw new Error(`The font was refused: ${uploaded.status}`)
  await owner.api('PATCH', `/fonts/${font}`, { name: `${CANARY}-font` })
  const slides = [buildSlide(`${CANARY}-slide`, { backgroundImage: filePath })]
  const project = await owner.buildProject({ title: `${CANARY}-project`, slides })
  await owner.api('PUT', `/projects/${project.id}`, { version: 1, saveId: randomUUID(), slides })
  const mode = await owner.api<{ id: string }>('POST', '/custom-modes', { name: `${CANARY}-mode`, slides, companyId: otherCompany.id })
  const template = await owner.api<{ id: string }>('POST', '/templates', { name: `${CANARY}-template`, caption: 'x' })
  const slideshowTemplate = await owner.api<{ id: string }>('POST', '/slideshow-templates', {
    name: `${CANARY}-slideshow-template`,
    companyId: otherCompany.id,
    contentType: 'custom',
    slides,
    slots: [],
  })
  const style = await owner.api<{ id: string }>('POST', '/saved-styles', { name: `${CANARY}-style`, look: {} })
  const track = randomUUID()
  await owner.fetch(`/api/tracks?id=${track}&name=${CANARY}-track&beatOffset=0`, { method: 'POST', body: ADTS_FILE })
  const ideas = await app.services.db.asUser(owner.id, (tx) =>
    tx
      .insert(contentIdeas)
      .values({ userId: owner.id, companyId: otherCompany.id, title: `${CANARY}-idea`, category: 'tips' })
      .returning({ id: contentIdeas.id }),
  )
  const accounts = await app.services.db.asUser(owner.id, (tx) =>
    tx
      .insert(socialAccounts)
      .values({
        userId: owner.id,
        platform: 'tiktok',
        accountId: OWNED_ACCOUNT,
        username: `${CANARY}-name`,
        accessToken: 'sealed.v1.none',
      })
      .returning({ id: socialAccounts.id }),
  )
  const handedOver = await buildManualPost(app, owner, { caption: `${CANARY}-caption` })
  await app.services.connections.credentials.set(owner.id, { 'openai.model': `${CANARY}-model` })
  const [signedUrl = ''] = await owner.api<string[]>('POST', '/files/urls', { paths: [filePath], variant: 'thumbnail' })
  const posts = await plantPosts(app, owner, project.id)
  const shared = await owner.api<ApprovalLink>('POST', '/approval-links', { title: `${CANARY}-link`, postIds: [posts.post] })
  return {
    company: company.id,
    otherCompany: otherCompany.id,
    media: media?.id ?? '',
    font,
    file: filePath,
    project: project.id,
    idea: ideas[0]?.id ?? '',
    mode: mode.id,
    template: template.id,
    style: style.id,
    slideshowTemplate: slideshowTemplate.id,
    slideshowBatch: await plantBatch(app, owner, project.id),
    track,
    account: accounts[0]?.id ?? '',
    passkey: await plantPasskey(app, owner),
    apiKey: (await buildApiKey(owner, { name: `${CANARY}-key` })).id,
    ...(await plantWebhook(owner)),
    ...(await plantRender(app, owner, { projectId: project.id })),
    ...posts,
    approvalLink: shared.id,
    manualPost: handedOver.id,
    recurrence: await plantRepeat(app, owner, project.id),
    planSlot: await plantPlan(app, owner, { companyId: otherCompany.id, projectId: project.id }),
    signedUrl,
    remoteUrl: app.services.remotePictures.link(owner.id, `${NOWHERE}/tumblr-media/${CANARY}.jpg`) ?? '',
    coverUrl: project.coverUrl ?? '',
  }
}

async function plantPasskey(app: TestApp, { id: userId }: TestUser): Promise<string> {
  const id = randomUUID()
  const key = { publicKey: 'none', credentialID: randomUUID(), counter: 0, deviceType: 'singleDevice', backedUp: false }
  await app.services.db.asSystem((tx) => tx.insert(passkeys).values({ id, userId, name: `${CANARY}-passkey`, ...key }))
  return id
}

async function plantWebhook(owner: TestUser): Promise<Pick<Owned, 'webhook' | 'webhookDelivery'>> {
  const { webhook } = await owner.api<{ webhook: { id: string } }>('POST', '/webhooks', {
    name: `${CANARY}-webhook`,
    url: 'https://example.com/hook',
    events: ['post.failed'],
  })
  const { id } = await owner.api<{ id: string }>('POST', `/webhooks/${webhook.id}/test`)
  return { webhook: webhook.id, webhookDelivery: id }
}

/** A finished render with its file. */
export async function plantRender(
  { services }: TestApp,
  { id: userId }: TestUser,
  { projectId, companyId = null, name = CANARY }: { projectId: string; companyId?: string | null; name?: string },
): Promise<Pick<Owned, 'render' | 'renderUrl'>> {
  const bytes = Buffer.from(`${name}-pdf`)
  const file = { extension: 'pdf', mimeType: 'application/pdf', bytes: bytes.length, quota: 1e9 } as const
  const path = await storeFile(services, userId, { ...file, put: (key) => services.store.put(key, bytes, file.mimeType) })
  const id = randomUUID()
  const facts = { projectId, companyId, title: `${name}-render`, input: { version: 1, type: 'pdf', format: '9:16' } } as const
  const done = { state: 'done', result: { path, bytes: bytes.length } } as const
  await services.db.asUser(userId, (tx) => tx.insert(runs).values({ id, userId, kind: renderRun.name, ...facts, ...done }))
  return { render: id, renderUrl: createUrlSigner(services.config).sign(`${RENDERS_PATH}/${id}`) }
}

async function plantRepeat(app: TestApp, { id: userId }: TestUser, projectId: string): Promise<string> {
  const rows = await app.services.db.asUser(userId, (tx) =>
    tx
      .insert(recurrences)
      .values({
        userId,
        projectId,
        rule: 'FREQ=DAILY',
        zone: 'UTC',
        firstWall: '2026-01-01T09:00',
        snapshot: [buildSlide(`${CANARY}-repeated`)],
        targets: [{ platform: 'tiktok', accountId: OWNED_ACCOUNT, options: {} }],
        requestId: randomUUID(),
      })
      .returning({ id: recurrences.id }),
  )
  return rows[0]?.id ?? ''
}

async function plantPlan(
  app: TestApp,
  { id: userId }: TestUser,
  { companyId, projectId }: { companyId: string; projectId: string },
): Promise<string> {
  const texts = { goals: `${CANARY}-goals`, topics: '', usesIdeas: false, feedUrl: '', languages: [], usesBlogPhotos: false }
  return app.services.db.asUser(userId, async (tx) => {
    const [plan] = await tx
      .insert(contentPlans)
      .values({ userId, companyId, ...texts, accounts: [], contentTypes: ['numbered-list'], weeks: 2, weeklyTokens: 10_000 })
      .returning({ id: contentPlans.id })
    const at = new Date('2090-01-01T09:00Z')
    const post = { platform: 'tiktok', accountId: OWNED_ACCOUNT, at: at.toISOString(), timeZone: 'UTC', description: '' } as const
    const slot = { day: '2090-01-01', ordinal: 0, at, contentType: 'numbered-list', hook: `${CANARY}-hook`, state: 'planned' } as const
    const [row] = await tx
      .insert(planSlots)
      .values({ userId, planId: plan?.id ?? '', projectId, ...slot, posts: [{ ...post, caption: `${CANARY}-caption` }] })
      .returning({ id: planSlots.id })
    return row?.id ?? ''
  })
}

async function plantBatch(app: TestApp, { id: userId }: TestUser, projectId: string): Promise<string> {
  const of = {
    requestId: randomUUID(),
    requestDigest: '',
    title: `${CANARY}-table`,
    usesTemplate: false,
    contentType: 'numbered-list',
  } as const
  return app.services.db.asUser(userId, async (tx) => {
    const [batch] = await tx
      .insert(slideshowBatches)
      .values({ userId, ...of, state: 'done' })
      .returning({ id: slideshowBatches.id })
    const batchId = batch?.id ?? ''
    const cells: [string, string][] = [['topic', `${CANARY}-topic`]]
    await tx
      .insert(slideshowBatchRows)
      .values({ userId, batchId, line: 2, cells, projectId, state: 'failed', message: `${CANARY}-message` })
    return batchId
  })
}

async function plantPosts(
  app: TestApp,
  owner: TestUser,
  projectId: string,
): Promise<Pick<Owned, 'post' | 'failedPost' | 'unconfirmedPost'>> {
  const common = {
    userId: owner.id,
    projectId,
    platform: 'tiktok',
    accountId: OWNED_ACCOUNT,
    caption: `${CANARY}-caption`,
    snapshot: [buildSlide(`${CANARY}-frozen`)],
    options: { platform: 'tiktok', audience: 'SELF_ONLY', musicConsent: true },
    scheduledTime: new Date(Date.now() + 86_400_000),
  }
  const planted = await app.services.db.asUser(owner.id, (tx) =>
    tx
      .insert(scheduledPosts)
      .values([
        { ...common },
        { ...common, status: 'failed', delivery: 'failed' },
        { ...common, status: 'failed', delivery: 'unconfirmed' },
      ])
      .returning({ id: scheduledPosts.id }),
  )
  const [post = '', failedPost = '', unconfirmedPost = ''] = planted.map(({ id }) => id)
  return { post, failedPost, unconfirmedPost }
}
