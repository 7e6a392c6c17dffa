import { randomUUID } from 'node:crypto'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { revokeAt } from './driving/platforms.ts'
import { connectAccount } from './driving/posts.ts'
import { apiHeaders } from './driving/product.ts'
import { openProject } from './driving/projects.ts'
import { resetSandbox } from './driving/sandbox.ts'

test.afterEach(() => resetSandbox())

test('a failed post adds a notification to the open page, which links to the fix', { tag: '@long' }, async ({ member: page }) => {
  await connectAccount(page, 'tumblr', 'mira')
  const projectId = await openProject(page, { title: '3 plants', slides: [{ textBoxes: [{ text: 'one' }] }] })
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await bell.click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByText('No notifications')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(bell).toBeFocused()

  const over = page.context().request
  const headers = await apiHeaders(over)
  const accounts: { accountId: string }[] = await (await over.get('/api/v1/accounts', { headers })).json()
  const reply = await over.post('/api/v1/scheduled-posts', {
    headers,
    data: {
      requestId: randomUUID(),
      targets: [{ platform: 'tumblr', accountId: accounts[0]?.accountId, options: { platform: 'tumblr', blog: 'mira-bakes' } }],
      // The problem shows when the post is due.
      scheduledTime: new Date(Date.now() + 4_000).toISOString(),
      projectId,
      projectVersion: null,
      timeZone: 'UTC',
    },
  })
  expect(reply.status(), await reply.text()).toBe(201)
  await revokeAt('tumblr', 'mira')
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible({ timeout: 30_000 })
  await bell.press('Enter')
  const notification = list.getByRole('link', { name: /^Unread: Reconnect Tumblr/ })
  await expect(notification).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a notification')
  await notification.press('Enter')
  await expect(page).toHaveURL(/\/settings\?tab=accounts$/)
  await expect(list).toBeHidden()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await page.goto('/settings?tab=general')
  await page.getByRole('switch', { name: 'A post failed' }).uncheck()
  await expect(page.getByRole('switch', { name: 'A post failed' })).not.toBeChecked()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'email notifications')
})
