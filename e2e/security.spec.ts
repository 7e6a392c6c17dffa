import type { Locator, Page } from '@playwright/test'
import { addAuthenticator, codeOfApp } from './driving/authenticator.ts'
import { newAccount, signIn } from './driving/account.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'

const security = (page: Page): Locator => page.getByRole('region', { name: 'Sign-in and security' })

async function openSecurity(page: Page): Promise<Locator> {
  await page.goto('/settings?tab=account')
  await expect(security(page).getByRole('heading', { name: 'Two-factor codes' })).toBeVisible()
  return security(page)
}

async function signOut(page: Page): Promise<void> {
  // A page that is open would ask for its session first.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/auth')
}

/** Without passkeys among the addresses that the browser fills in, which the device of the journey would pick at once. */
async function fillNoPasskeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // An empty page between two others has none.
    if ('PublicKeyCredential' in self) PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

test('adds and names a passkey, and signs in with it', { tag: '@long' }, async ({ page, account, watch }) => {
  watch.expectProblem(/^HTTP 403 POST \/api\/auth\/passkey\/generate-register-options$/)
  const device = await addAuthenticator(page)
  const settings = await openSecurity(page)
  await settings.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Work laptop')
  await dialog.getByLabel('Password').fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The password is wrong.')).toBeVisible()
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'adding a passkey')
  await dialog.getByLabel('Password').fill(account.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
  const passkey = settings.getByRole('listitem')
  await expect(passkey).toContainText('Work laptop')
  await expect(passkey).toContainText('not used yet')
  await passkey.getByRole('button', { name: 'Rename Work laptop' }).click()
  await page.getByRole('dialog', { name: 'Rename passkey' }).getByLabel('Name').fill('Home laptop')
  await page.getByRole('dialog', { name: 'Rename passkey' }).getByRole('button', { name: 'Save' }).click()
  await expect(passkey).toContainText('Home laptop')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'sign-in and security')

  await test.step('picked where the browser fills in the address', async () => {
    await signOut(page)
    await page.getByLabel('Email').focus()
    await expect(page).toHaveURL(/\/content_studio$/)
    await openSecurity(page)
    await expect(passkey).toContainText('last used')
  })

  await test.step('by the button', async () => {
    await fillNoPasskeys(page)
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/\/content_studio$/)
    await openSecurity(page)
  })

  await test.step('a removed passkey no longer signs in', async () => {
    watch.expectProblem(/^HTTP 401 POST \/api\/auth\/passkey\/verify-authentication$/)
    await passkey.getByRole('button', { name: 'Remove Home laptop' }).click()
    await page.getByRole('button', { name: 'Remove passkey' }).click()
    await expect(passkey).toBeHidden()
    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('This passkey is not known here.')).toBeVisible()
  })
  await device.detach()
})

test(
  'turns on two-factor codes, signs in with a code and a recovery code, and turns them off',
  { tag: '@long' },
  async ({ page, account, watch }) => {
    watch.expectProblem(/^HTTP 40[01] POST \/api\/auth\/two-factor\//)
    const settings = await openSecurity(page)
    await settings.getByRole('button', { name: 'Turn codes on' }).click()
    await page.getByRole('dialog').getByLabel('Password').fill(account.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    const scan = page.getByRole('dialog', { name: 'Scan this code' })
    await expect(scan.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'the code of the app')
    const key = await scan.getByRole('code').innerText()
    await scan.getByLabel('Code', { exact: true }).fill('000000')
    await scan.getByRole('button', { name: 'Turn codes on' }).click()
    await expect(scan.getByText('This code is not right')).toBeVisible()
    await scan.getByLabel('Code', { exact: true }).fill(codeOfApp(key))
    await scan.getByRole('button', { name: 'Turn codes on' }).click()
    const codesDialog = page.getByRole('dialog', { name: 'Your recovery codes' })
    await expect(codesDialog.getByRole('listitem')).toHaveCount(10)
    const recovery = await codesDialog.getByRole('listitem').allInnerTexts()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'recovery codes')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      codesDialog.getByRole('button', { name: 'Save as a file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('recovery-codes.txt')
    await codesDialog.getByRole('button', { name: 'I have saved them' }).click()
    await expect(settings.getByText('10 recovery codes are left.')).toBeVisible()

    await test.step('with a code', async () => {
      await page.context().clearCookies()
      await signIn(page, account)
      const code = page.getByLabel('Code', { exact: true })
      await expect(code).toBeFocused()
      await expectAccessibleIn(page, EVERY_VIEWPORT, 'the second step')
      await code.fill('000000')
      await page.keyboard.press('Enter')
      await expect(page.getByText('This code is not right')).toBeVisible()
      // The one before turned the codes on, and is used.
      await code.fill(codeOfApp(key, 1))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/content_studio$/)
    })

    await test.step('with a recovery code, in the dialog over an open page', async () => {
      watch.expectProblem(/^HTTP 401 (GET|POST|PATCH) \/api\//)
      await openSecurity(page)
      await page.context().clearCookies()
      await page.getByRole('textbox', { name: 'Name' }).fill('Ann of the Harbour')
      await page.getByRole('button', { name: 'Change name' }).click()
      const dialog = page.getByRole('dialog', { name: /^Welcome to/ })
      await dialog.getByLabel('Email').fill(account.email)
      await dialog.getByLabel('Password', { exact: true }).fill(account.password)
      await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
      await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
      await dialog.getByLabel('Recovery code').fill(recovery[0]?.toUpperCase() ?? '')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText('Name changed')).toBeVisible()
      await page.reload()
      await expect(settings.getByText('9 recovery codes are left.')).toBeVisible()
    })

    await test.step('off again, and the password is enough', async () => {
      await settings.getByRole('button', { name: 'Turn codes off' }).click()
      const dialog = page.getByRole('dialog', { name: 'Turn codes off' })
      await dialog.getByLabel('Password').fill(account.password)
      await dialog.getByRole('button', { name: 'Turn codes off' }).click()
      await expect(settings.getByRole('button', { name: 'Turn codes on' })).toBeVisible()
      await page.context().clearCookies()
      await signIn(page, account)
      await expect(page).toHaveURL(/\/content_studio$/)
    })
  },
)

test('two-factor codes and passkeys need no plan', async ({ page, context }) => {
  await newAccount(context, { pro: false })
  await page.goto('/account')
  await expect(security(page).getByRole('button', { name: 'Turn codes on' })).toBeVisible()
})
