import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { exportBy, exportDialog, openExportMenu } from './driving/exporting.ts'
import {
  connectDrive,
  consent,
  driveCard,
  googleFiles,
  nextGoogleRequests,
  openDriveSettings,
  advanceClock,
  googleRequests,
  revokePermission,
  googleTokens,
} from './driving/google-drive.ts'
import { EVERY_VIEWPORT, expect, expectAccessible, expectAccessibleIn, test, type Watch } from './driving/journey.ts'
import { resetSandbox } from './driving/sandbox.ts'
import { exportSlides, openSlideshow } from './driving/studio.ts'

const SLIDES = /^Slides to Google Drive/
const PDF = /^PDF to Google Drive/
const ALL_FORMATS = /^All formats to Google Drive/
const VIDEO = /^Video to Google Drive/
const THREE = { topic: '3 calm mornings', slides: 3 }
const EXPIRED = 'Google Drive connection has expired. Please reconnect in Settings.'

// Much of it is looked at in every look.
test.setTimeout(180_000)

test.beforeEach(({ watch }) => {
  // The consent page is Google's, not ours.
  watch.expectProblem(/^foreign request: http:\/\/127\.0\.0\.1:\d+\/google\//)
})
test.afterEach(() => resetSandbox())

/** An export to Drive that is answered by something other than success. */
function expectFailingCalls(watch: Watch): void {
  watch.expectProblem(/^HTTP 502 POST \/functions\/google-drive-handler/)
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Name and sum of every file of a downloaded ZIP. */
async function sumsOf(download: Download): Promise<[string, string][]> {
  const files = unzipSync(new Uint8Array(await readFile(await download.path())))
  return Object.entries(files).map(([name, bytes]) => [name, sha256(bytes)])
}

async function closeDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

function folderOfToday(name: string): string {
  return `${name} ${new Date().toISOString().slice(0, 10)}`
}

test('connects Drive and uploads slides and a video, identical to the downloads', { tag: '@long' }, async ({ member: page }) => {
  await openSlideshow(page, THREE)
  const slideshow = page.url()
  const zip = await sumsOf(await exportSlides(page))
  await expect(page.getByRole('dialog')).toBeHidden()
  const menu = await openExportMenu(page)
  await expect(menu.getByText('Not connected - Connect in Settings')).toBeVisible()
  await menu.getByRole('menuitem', { name: 'Connect in Settings', exact: true }).click()

  await expect(driveCard(page).getByText('Not connected')).toBeVisible()
  await expect(driveCard(page).getByText(/^Sandbox: an imitation of Google/)).toBeVisible()
  await expectAccessible(page, 'settings without Drive')
  await connectDrive(page, 'brand.team@example.com')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'settings with Drive')

  await page.goto(slideshow)
  await exportBy(page, SLIDES)
  const done = exportDialog(page, 'Export Complete!')
  await expect(done).toContainText('Successfully uploaded 3 slides to Google Drive. You can find them in your Google Drive folder.')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'slides in Drive')
  const [folder, ...files] = await googleFiles()
  expect(folder).toMatchObject({ name: folderOfToday('Slideshow'), account: 'brand.team@example.com' })
  expect(files.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ name, sha256: sum }) => [name, sum])).toEqual(zip)
  for (const file of files) expect(file).toMatchObject({ parents: [folder?.id], mimeType: 'image/png' })
  await closeDialog(page)

  await exportBy(page, PDF)
  await expect(done).toContainText('Successfully uploaded your PDF to Google Drive. You can find it in your Google Drive folder.')
  expect((await googleFiles()).at(-1)).toMatchObject({ name: '3 calm mornings.pdf', mimeType: 'application/pdf' })
  await closeDialog(page)

  await exportBy(page, ALL_FORMATS)
  await expect(done).toContainText('Successfully uploaded your ZIP to Google Drive. You can find it in your Google Drive folder.')
  expect((await googleFiles()).at(-1)).toMatchObject({ name: '3 calm mornings all formats.zip', mimeType: 'application/zip' })
  await closeDialog(page)

  await exportBy(page, VIDEO)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Export|Make|Start/ })
    .click()
  await expect(exportDialog(page, 'Video Export Complete!')).toBeVisible({ timeout: 60_000 })
  const video = (await googleFiles()).at(-1)
  expect(video).toMatchObject({ name: '3 calm mornings.mp4', mimeType: 'video/mp4' })
  expect(video?.size).toBeGreaterThan(10_000)

  const stored = await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + document.cookie)
  expect(stored).toContain('sealed.v1.')
  for (const token of await googleTokens()) expect(stored.includes(token)).toBe(false)
})

test('refreshes the connection once after an hour, and reports when it has ended', async ({ member: page }) => {
  await connectDrive(page)
  await openSlideshow(page, THREE)
  await advanceClock(3600)
  await exportBy(page, SLIDES)
  await expect(exportDialog(page, 'Export Complete!')).toBeVisible()
  const refreshes = (await googleRequests('/oauth2/token')).filter(({ body }) => body?.['grant_type'] === 'refresh_token')
  expect(refreshes).toHaveLength(1)
  await closeDialog(page)

  await revokePermission('sandy@example.com')
  await exportBy(page, SLIDES)
  await expect(page.getByRole('dialog')).toContainText(EXPIRED)
  await page.getByRole('dialog').getByRole('link', { name: 'Open Settings' }).click()
  await expect(driveCard(page).getByText('Not connected')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('ninesixteen.google-drive'))).toBeNull()
  expect(await googleFiles()).toHaveLength(4)
})

test(
  'downloads the files when Drive rejects an upload, and retries an interrupted one',
  { tag: '@long' },
  async ({ member: page, watch }) => {
    expectFailingCalls(watch)
    await connectDrive(page)
    await openSlideshow(page, THREE)
    const zip = await sumsOf(await exportSlides(page))
    await expect(page.getByRole('dialog')).toBeHidden()

    // The first file that is refused ends the others.
    await nextGoogleRequests({ kind: 'error', status: 403, code: 'storageQuotaExceeded', path: '/upload/' })
    const download = page.waitForEvent('download')
    await exportBy(page, SLIDES)
    await expect(exportDialog(page, 'Export Failed')).toContainText(
      /Failed to upload to Google Drive: Your Google Drive is full\.\s+The file will be downloaded locally instead\./,
    )
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a failed upload')
    expect(await sumsOf(await download)).toEqual(zip)
    await closeDialog(page)

    const noFolder = { kind: 'error', status: 403, code: 'dailyLimitExceeded', path: '/drive/v3/files' } as const
    await nextGoogleRequests(noFolder, noFolder)
    await exportBy(page, SLIDES)
    await expect(exportDialog(page, 'Export Failed')).toContainText('Failed to export slides: Failed to create folder in Google Drive')
    await closeDialog(page)

    await nextGoogleRequests({ kind: 'cut-upload', at: 1000 }, { kind: 'cut-upload', at: 20_000 }, { kind: '500', path: '/upload/' })
    await exportBy(page, SLIDES)
    await expect(exportDialog(page, 'Export Complete!')).toBeVisible()
    const sums = (await googleFiles()).filter(({ mimeType }) => mimeType === 'image/png').slice(-3)
    expect(sums.map(({ sha256: sum }) => sum).toSorted()).toEqual(zip.map(([, sum]) => sum).toSorted())
  },
)

test('a cancelled export leaves no partial file', { tag: '@long' }, async ({ member: page }) => {
  await connectDrive(page)
  await openSlideshow(page, THREE)
  const slow = { kind: 'slow', ms: 60_000, path: '/upload/' } as const
  await nextGoogleRequests(slow, slow, slow)
  await exportBy(page, SLIDES)
  await expect.poll(async () => (await googleRequests('/upload/')).length).toBeGreaterThan(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await googleFiles()).filter(({ mimeType }) => mimeType === 'image/png')).toEqual([])
})

test(
  'reports a declined consent, a foreign callback and a lost connection, and revokes the grant on disconnecting',
  { tag: '@long' },
  async ({ member: page, watch }) => {
    expectFailingCalls(watch)
    const failed = page.getByRole('alert')
    await consent(page, { decision: 'Deny' })
    await expect(failed).toContainText('Google OAuth error: access_denied')
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'a refused connection')
    expect(new URL(page.url()).search).toBe('')
    for (const [query, words] of [
      ['', 'No authorization code received from Google'],
      ['?code=4/0stolen', 'Invalid OAuth response - missing state parameter'],
      ['?code=4/0stolen&state=made-up', 'Invalid OAuth response - state verification failed'],
      ['?error=access_denied&code=4/0stolen&state=made-up', 'Google OAuth error: access_denied'],
    ] as const) {
      await page.goto(`/auth/google/callback${query}`)
      await expect(failed).toContainText(words)
    }
    await consent(page, { drive: false })
    await expect(failed).toContainText('Google did not grant access to Drive. Connect again and keep the Drive box checked.')
    await page.getByRole('link', { name: 'Back to Settings' }).click()
    await expect(driveCard(page).getByText('Not connected')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('ninesixteen.google-drive'))).toBeNull()

    await connectDrive(page)
    const askToDisconnect = async () => {
      await driveCard(page).getByRole('button', { name: 'Disconnect' }).click()
      const dialog = page.getByRole('dialog', { name: 'Disconnect Google Drive' })
      await expect(dialog).toContainText('Are you sure you want to disconnect this Google Drive account?')
      return dialog
    }
    const question = await askToDisconnect()
    await expectAccessibleIn(page, EVERY_VIEWPORT, 'disconnecting Drive')
    await question.getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText('✅ Google Drive has been disconnected successfully.')).toBeVisible()
    expect(await googleRequests('/oauth2/revoke')).toHaveLength(2)
    await connectDrive(page)
    await nextGoogleRequests({ kind: '500', path: '/oauth2/revoke' })
    await (await askToDisconnect()).getByRole('button', { name: 'Disconnect' }).click()
    await expect(page.getByText('There was an error disconnecting Google Drive. Local data has been cleared.')).toBeVisible()
    await openDriveSettings(page)
    await expect(driveCard(page).getByText('Not connected')).toBeVisible()

    // The page that is left may still ask for something.
    watch.expectProblem(/^HTTP 401 GET /)
    await page.context().clearCookies()
    await page.goto('/auth/google/callback?code=4/0stolen&state=made-up')
    await expect(failed).toContainText('No active Supabase session found')
  },
)
