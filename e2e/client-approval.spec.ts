import type { Page } from '@playwright/test'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { expectLargeTargets, openPhone } from './driving/manual-posting.ts'
import { connectAccount, schedule } from './driving/posts.ts'
import { apiHeaders, productOrigin } from './driving/product.ts'
import { openProject } from './driving/projects.ts'
import { livePosts, resetSandbox } from './driving/sandbox.ts'

const DAY_MS = 86_400_000
const slides = ['Morning light', 'Slow coffee', 'One page'].map((text) => ({ textBoxes: [{ text }] }))

test.setTimeout(180_000)
test.beforeEach(() => resetSandbox())
test.afterEach(() => resetSandbox())

async function change(page: Page, path: string, data: object): Promise<void> {
  const { request } = page.context()
  const reply = await request.patch(`/api/v1${path}`, { headers: await apiHeaders(request), data })
  expect(reply.status(), await reply.text()).toBe(200)
}

test(
  'a client comments and approves on a phone, a change withdraws the approval, and the approved files are published',
  { tag: '@long' },
  async ({ member: desk, browser, watch }) => {
    const account = await connectAccount(desk, 'tiktok', 'sandy')
    const { request } = desk.context()
    const company = await request.post('/api/v1/companies', {
      headers: await apiHeaders(request),
      data: { name: 'Moss & Co', requiresApproval: true },
    })
    const { id: companyId }: { id: string } = await company.json()
    const projectId = await openProject(desk, { title: '3 calm mornings', slides, companyId })
    const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
    const id = await schedule(desk, {
      projectId,
      account,
      at: `${day}T10:00:00Z`,
      caption: 'Calm mornings',
      description: 'Save this. #calm',
    })
    await schedule(desk, { projectId, account, at: `${day}T12:00:00Z`, caption: 'Slow evenings' })

    const url = await test.step('the owner shares the month', async () => {
      await desk.goto(`/post_scheduler?day=${day}`)
      await desk.getByRole('button', { name: 'More', exact: true }).click()
      await desk.getByRole('menuitem', { name: 'Share for approval' }).click()
      const dialog = desk.getByRole('dialog', { name: 'Share for approval' })
      await expectAccessibleIn(desk, EVERY_VIEWPORT, 'sharing for approval')
      await dialog.getByRole('textbox', { name: 'Passcode (optional)' }).fill('moss-2026')
      await dialog.getByRole('button', { name: 'Create link' }).click()
      const link = dialog.getByRole('region', { name: 'New link' })
      await expect(link.getByText('It shows 2 posts', { exact: false })).toBeVisible()
      await expect(dialog.getByText('0 of 2 approved')).toBeVisible()
      await expectAccessibleIn(desk, EVERY_VIEWPORT, 'a link for a client')
      const address = (await link.getByRole('code').textContent()) ?? ''
      return address
    })
    expect(url).toMatch(/\/approve\/[\w-]{43}$/)
    const path = new URL(url).pathname

    const context = await openPhone(browser, { isSecure: true })
    await watch.over(context)
    const phone = await context.newPage()
    const first = phone.getByRole('article', { name: 'TikTok post 1' })

    await test.step('the passcode opens the page', async () => {
      await phone.goto(path)
      await expectAccessibleIn(phone, EVERY_VIEWPORT, 'a passcode that is asked for')
      watch.expectProblem(/^HTTP 403 POST \/api\/v1\/approvals\/[\w-]+\/unlock$/)
      await phone.getByLabel('Passcode').fill('moss-2025')
      await phone.getByRole('button', { name: 'Open' }).tap()
      await expect(phone.getByText('That is not the passcode.')).toBeVisible()
      await phone.getByLabel('Passcode').fill('moss-2026')
      await phone.getByRole('button', { name: 'Open' }).tap()
      await expect(phone.getByText('0 of 2 approved')).toBeVisible()
      await expect(desk.getByRole('dialog').getByText(', opened, passcode', { exact: false })).toBeVisible()
      await desk.keyboard.press('Escape')
      await phone.reload()
      await expect(first.getByText('Calm mornings')).toBeVisible()
      await expectLargeTargets(phone)
      await expectAccessibleIn(phone, EVERY_VIEWPORT, 'a month to approve')
    })

    await test.step('it can be read without scripts', async () => {
      const plain = await browser.newContext({
        baseURL: productOrigin(),
        javaScriptEnabled: false,
        viewport: { width: 390, height: 844 },
        storageState: await context.storageState(),
      })
      const page = await plain.newPage()
      await page.goto(path)
      await expect(page.getByRole('article', { name: 'TikTok post 1' }).getByText('Save this. #calm')).toBeVisible()
      const slide = page.getByRole('img', { name: 'Slide 1 of 3' }).first()
      await expect.poll(() => slide.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))).toBe(1080)
      await plain.close()
    })

    await test.step('a comment on a slide reaches the owner', async () => {
      await first.getByRole('button', { name: 'Comment on slide 2' }).tap()
      const form = first.getByRole('form', { name: 'Comment on slide 2' })
      await form.getByRole('button', { name: 'Send' }).tap()
      await expect(form.getByText('Write a comment.')).toBeVisible()
      await expect(form.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 })
      await phone.getByLabel('Your name').fill('Ada Client')
      await form.getByLabel('Your comment').fill('Lovely. A little brighter?')
      await expectAccessibleIn(phone, EVERY_VIEWPORT, 'a comment on a slide')
      await form.getByRole('button', { name: 'Send' }).tap()
      await expect(first.getByText('Lovely. A little brighter?')).toBeVisible()
      await desk.goto(`/post_scheduler?post=${id}`)
      const details = desk.getByRole('dialog')
      await expect(details.getByText('Lovely. A little brighter?')).toBeVisible()
      await expect(details.getByText('Waits for approval: share it with your client.')).toBeVisible()
      await details.getByLabel('Reply').fill('On it.')
      await details.getByRole('button', { name: 'Send' }).click()
      await expect(details.getByText('On it.')).toBeVisible()
      await expectAccessibleIn(desk, EVERY_VIEWPORT, 'comments of a client')
    })

    const approve = async () => {
      await first.getByRole('button', { name: 'Approve' }).tap()
      await expect(first.getByText('Approved by Ada Client', { exact: false })).toBeVisible()
    }
    await test.step('an approval is taken back by a change, on both sides', async () => {
      await approve()
      await expect(first.getByRole('button', { name: 'Add a comment' })).toBeFocused()
      await first.getByRole('button', { name: 'Add a comment' }).tap()
      await first.getByRole('form', { name: 'Comment' }).getByLabel('Your comment').fill('Perfect.')
      await first.getByRole('form', { name: 'Comment' }).getByRole('button', { name: 'Send' }).tap()
      await expect(first.getByText('Perfect.')).toBeVisible()
      const details = desk.getByRole('dialog')
      await expect(details.getByText('Approved by Ada Client on', { exact: false })).toBeVisible()
      await change(desk, `/scheduled-posts/${id}`, { caption: 'Calm, slow mornings' })
      await expect(details.getByText('The post changed after Ada Client approved it.', { exact: false })).toBeVisible()
      await phone.reload()
      await expect(first.getByText('This post changed after Ada Client approved it.', { exact: false })).toBeVisible()
      await expectAccessibleIn(phone, EVERY_VIEWPORT, 'an approval that was taken back')
    })

    await test.step('approved again, the post goes out with exactly what the client saw', async () => {
      await change(desk, `/scheduled-posts/${id}`, { scheduledTime: 'now' })
      expect(await livePosts()).toEqual([])
      await phone.reload()
      const seen = await first
        .getByRole('img')
        .evaluateAll((images) => images.map((image) => /([\da-f]{64})\.\w+$/.exec(image instanceof HTMLImageElement ? image.src : '')?.[1]))
      expect(seen).toHaveLength(3)
      await approve()
      await expect.poll(async () => (await livePosts()).map(({ title }) => title), { timeout: 60_000 }).toEqual(['Calm, slow mornings'])
      const [live] = await livePosts()
      expect(live?.files.map(({ sha256 }) => sha256)).toEqual(seen)
      // The open page asks by itself.
      await expect(first.getByText('Published', { exact: true })).toBeVisible({ timeout: 45_000 })
    })

    await test.step('a revoked link leads nowhere', async () => {
      // The open page asks again, too.
      watch.expectProblem(/^HTTP 404 GET (\/api\/v1\/approvals|\/approve)\/[\w-]+$/)
      await desk.goto('/post_scheduler')
      await desk.getByRole('button', { name: 'More', exact: true }).click()
      await desk.getByRole('menuitem', { name: 'Share for approval' }).click()
      await desk.getByRole('button', { name: /^Revoke / }).click()
      await desk.getByRole('button', { name: 'Revoke', exact: true }).click()
      await expect(desk.getByRole('region', { name: 'Links' })).toBeHidden()
      await phone.reload()
      await expect(phone.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
      await expectAccessibleIn(phone, EVERY_VIEWPORT, 'a link that leads nowhere')
    })
    await context.close()
  },
)
