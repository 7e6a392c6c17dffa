import type { Locator } from '@playwright/test'
import { clipboardOf, expectLargeTargets, scheduleManualPost, sharedOn, openPhone } from './driving/manual-posting.ts'
import { fingersOn, middleOf } from './driving/editing.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { connectAccount } from './driving/posts.ts'
import { apiHeaders } from './driving/product.ts'
import { openProject } from './driving/projects.ts'

test.setTimeout(180_000)

const slides = ['one', 'two', 'three'].map((text) => ({ textBoxes: [{ text }] }))
const texts = { caption: '3 calm mornings', description: 'Save this for tomorrow.\n\n#calm #mornings' }

test('posts a due post manually from a phone with an unreliable network', async ({ member: desk, browser, watch }) => {
  const account = await connectAccount(desk, 'tiktok', 'sandy')
  const projectId = await openProject(desk, { title: '3 calm mornings', slides })
  const { id, path, panel } = await scheduleManualPost(desk, { projectId, account, ...texts })
  await expect(panel.getByText('Not opened yet.')).toBeVisible()

  const context = await openPhone(browser, { isSecure: true })
  await watch.over(context)
  const phone = await context.newPage()
  let isCut = true
  await phone.route('**/files/hand-over/*/1/*', async (route) => {
    await (isCut ? route.abort() : route.continue())
    isCut = false
  })
  await phone.goto(path)
  await expect(phone.getByRole('heading', { name: 'Post to TikTok' })).toBeVisible()
  await expect(phone.getByText('as @sandy.creates')).toBeVisible()
  await expect(phone.getByText(/^This link works until [A-Z][a-z]{2} \d+, \d{4} at \d\d:\d\d [AP]M \(Europe\/Berlin\)\.$/)).toBeVisible()

  await test.step('every picture comes, though one was cut off at first, and is saved as it was scheduled', async () => {
    await phone.getByRole('button', { name: 'Save all to photos' }).tap()
    await expect(phone.getByText('Saved.', { exact: false })).toBeVisible()
    const { media }: { media: { sha256: string }[] } = await (await desk.context().request.get(`/api/v1/scheduled-posts/${id}`)).json()
    const expected = media.map(({ sha256 }, at) => ({ name: `slide_${at + 1}.jpg`, type: 'image/jpeg', sha256 }))
    expect(expected).toHaveLength(3)
    expect(await sharedOn(phone)).toEqual(expected)
  })

  await test.step('slides follow the finger, and the buttons', async () => {
    const strip = phone.getByRole('list', { name: 'Slides' })
    const fingers = await fingersOn(phone)
    const from = await middleOf(strip)
    await fingers('touchStart', [from])
    for (const by of [40, 80, 120, 160, 200]) await fingers('touchMove', [{ x: from.x - by, y: from.y }])
    await fingers('touchEnd', [])
    await expect(phone.getByText('2 / 3')).toBeVisible()
    await phone.getByRole('button', { name: 'Next slide' }).tap()
    await expect(phone.getByText('3 / 3')).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Next slide' })).toBeDisabled()
  })

  await test.step('each text is copied with one tap', async () => {
    for (const [what, text] of Object.entries(texts)) {
      await phone.getByRole('button', { name: `Copy ${what}` }).tap()
      await expect(phone.getByRole('button', { name: `Copied ${what}` })).toBeVisible()
      expect(await clipboardOf(phone)).toBe(text)
    }
    const open = phone.getByRole('link', { name: 'Open TikTok' })
    await expect(open).toHaveAttribute('href', 'https://www.tiktok.com/')
    await expect(open).toHaveAttribute('rel', /noreferrer/)
  })

  await expectLargeTargets(phone)
  await expectAccessibleIn(phone, EVERY_VIEWPORT, 'a post to be posted by hand')

  await test.step('what is said without a network goes out when it is back', async () => {
    await phone.getByRole('button', { name: 'I posted it' }).tap()
    const address = phone.getByRole('textbox', { name: 'Link to the post on TikTok (optional)' })
    await address.fill('https://example.com/post')
    watch.expectProblem(/^HTTP 400 POST \/api\/v1\/hand-over\/[\w-]+\/posted$/)
    await phone.getByRole('button', { name: 'Yes, it is posted' }).tap()
    await expect(phone.getByText('This is not a link to a post on TikTok.', { exact: false })).toBeVisible()
    await expectAccessibleIn(phone, EVERY_VIEWPORT, 'a link that is not the platform’s')
    await address.fill('https://www.tiktok.com/@sandy.creates/photo/7301')
    await context.setOffline(true)
    await phone.getByRole('button', { name: 'Yes, it is posted' }).tap()
    await expect(phone.getByText('We’ll send your answer', { exact: false })).toBeVisible()
    await context.setOffline(false)
    await expect(phone.getByRole('heading', { name: 'You posted it' })).toBeFocused()
    await expectAccessibleIn(phone, EVERY_VIEWPORT, 'posted')
  })

  await test.step('the desk shows it, and the link says the same from now on', async () => {
    await expect(panel).toBeHidden()
    await expect(desk.getByRole('dialog').getByText('Posted by hand.', { exact: true })).toBeVisible()
    await phone.reload()
    await expect(phone.getByRole('heading', { name: 'You posted it' })).toBeVisible()
    await expect(phone.getByRole('link', { name: 'See it on TikTok' })).toHaveAttribute(
      'href',
      'https://www.tiktok.com/@sandy.creates/photo/7301',
    )
  })
  await context.close()
})

test('plays, seeks and saves a video on desktop and phone', { tag: '@long' }, async ({ member: desk, browser, watch }) => {
  const account = await connectAccount(desk, 'tiktok', 'sandy')
  const projectId = await openProject(desk, { title: '3 calm mornings', slides })
  const { path } = await scheduleManualPost(desk, { projectId, account, ...texts, kind: 'video' })
  await expectSeekable(desk.getByRole('dialog').getByLabel('Video of 3 calm mornings'))

  const context = await openPhone(browser, { isSecure: true })
  await watch.over(context)
  const phone = await context.newPage()
  await phone.goto(path)
  await expectSeekable(phone.locator('video'))
  await phone.getByRole('button', { name: 'Save all to photos' }).tap()
  await expect(phone.getByText('Saved.', { exact: false })).toBeVisible()
  expect(await sharedOn(phone)).toMatchObject([{ name: 'video.mp4', type: 'video/mp4' }])
  await context.close()
})

/** Goes to its last second, which the server gives by itself. */
async function expectSeekable(video: Locator): Promise<void> {
  await expect(video).toBeVisible()
  const at = await video.evaluate(async (element) => {
    if (!(element instanceof HTMLVideoElement)) throw new Error('It is no video')
    if (element.readyState < 1) await new Promise((resolve) => element.addEventListener('loadedmetadata', resolve, { once: true }))
    const sought = new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
    element.currentTime = element.duration - 0.5
    await sought
    return { time: element.currentTime, end: element.seekable.end(0), duration: element.duration }
  })
  expect(at.time).toBeGreaterThan(1)
  expect(at.end).toBeCloseTo(at.duration)
}

test(
  'saves images and copies texts over http, marks a post as not posted, and expires links',
  { tag: '@long' },
  async ({ member: desk, browser, watch }) => {
    const account = await connectAccount(desk, 'tiktok', 'sandy')
    const projectId = await openProject(desk, { title: '2 calm evenings', slides: slides.slice(0, 2) })
    const first = await scheduleManualPost(desk, { projectId, account, ...texts })
    const context = await openPhone(browser, { isSecure: false })
    await watch.over(context)
    const phone = await context.newPage()
    await phone.goto(first.path)
    for (const name of ['slide_1.jpg', 'slide_2.jpg']) {
      const download = phone.waitForEvent('download')
      await phone.getByRole('button', { name: `Save ${name}` }).tap()
      expect((await download).suggestedFilename()).toBe(name)
    }
    await expect(phone.getByText('All 2 saved.', { exact: false })).toBeVisible()
    await phone.getByRole('button', { name: 'Copy description' }).tap()
    await expect(phone.getByRole('button', { name: 'Copied description' })).toBeVisible()
    expect(await clipboardOf(phone)).toBe(texts.description)
    await phone.getByRole('button', { name: 'Not posted' }).tap()
    await phone.getByRole('textbox', { name: 'Why not? (optional)' }).fill('The music was gone')
    await phone.getByRole('button', { name: 'Yes, not posted' }).tap()
    await expect(phone.getByRole('heading', { name: 'Not posted' })).toBeFocused()
    await expectAccessibleIn(phone, EVERY_VIEWPORT, 'not posted')
    await expect(desk.getByRole('dialog').getByText('Not posted: The music was gone').first()).toBeVisible()

    const second = await scheduleManualPost(desk, { projectId, account, ...texts, caption: 'another' })
    const headers = await apiHeaders(desk.context().request)
    expect((await desk.context().request.post('/api/v1/scheduled-posts/cancel', { headers, data: { ids: [second.id] } })).status()).toBe(
      200,
    )
    await phone.goto(second.path)
    await expect(phone.getByRole('heading', { name: 'Nothing left to post' })).toBeVisible()
    await expectAccessibleIn(phone, EVERY_VIEWPORT, 'withdrawn')
    watch.expectProblem(/^HTTP 404 GET \/api\/v1\/hand-over\/unknown$/)
    await phone.goto('/post/unknown')
    await expect(phone.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await expectAccessibleIn(phone, EVERY_VIEWPORT, 'a link that leads nowhere')
    await context.close()
  },
)
