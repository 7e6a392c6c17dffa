import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'

test('creates an API key that is shown once, uses and revokes it', async ({ member: page, request }) => {
  await page.goto('/settings?tab=account')
  const panel = page.getByRole('region', { name: 'API keys' })
  await panel.getByRole('button', { name: 'Create an API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Please enter a name for the key')).toBeVisible()
  await expect(dialog.getByText('Choose what the key may do')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'creating an API key')
  await dialog.getByLabel('Name').fill('Weekly script')
  await dialog.getByLabel('Read slideshows, companies and ideas').check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const secret = (await dialog.locator('code').textContent()) ?? ''
  expect(secret).toMatch(/^n16_/)
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a new API key')
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  const listSlideshows = async () =>
    (await request.get('/api/public/v1/slideshows', { headers: { authorization: `Bearer ${secret}` } })).status()
  expect(await listSlideshows()).toBe(200)
  await page.reload()
  const key = panel.getByRole('listitem').filter({ hasText: 'Weekly script' })
  await expect(key).toContainText('Last used')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'API keys')
  await key.getByRole('button', { name: 'Revoke Weekly script' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(key).toContainText('Revoked')
  expect(await listSlideshows()).toBe(401)
})
