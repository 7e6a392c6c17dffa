import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { newAccount } from './driving/account.ts'
import { expect, test } from './driving/journey.ts'
import { signInAsOperator } from './driving/operator.ts'
import { sender, type Send } from './driving/script-content.ts'
import { greyPng } from './driving/images.ts'
import { connectAccount, schedule } from './driving/posts.ts'
import { uploadPhoto } from './driving/projects.ts'
import { nextAiRequests, resetSandbox } from './driving/sandbox.ts'
import { openScheduleDialog } from './driving/schedule-dialog.ts'
import { stage, stripSlides, textBoxes } from './driving/studio.ts'

test.use({ reducedMotion: 'reduce' })
test.afterEach(resetSandbox)

const IN_A_YEAR = new Date(Date.now() + 360 * 86_400_000).toISOString()

interface Planted {
  projectId: string
}

/** Some of everything that is listed: three slideshows, photos, companies and posts, two accounts and four ideas. */
async function plant(page: Page): Promise<Planted> {
  const send: Send = await sender(page)
  const slide = (text: string) => ({ id: randomUUID(), title: text, textBoxes: [{ id: randomUUID(), text, y: 120 }] })
  const ids: string[] = []
  for (const title of ['First slideshow', 'Second slideshow', 'Third slideshow']) {
    const project = { title, topic: title, contentType: 'numbered-list', contentStyle: 'educational', companyId: null }
    const slides = ['fill the kettle', 'boil it', 'pour'].map(slide)
    ids.push((await send<{ id: string }>('POST', '/api/v1/projects', { ...project, slides })).id)
  }
  for (const [at, name] of ['a.png', 'b.png', 'c.png'].entries()) await uploadPhoto(page, greyPng(name, { width: 64 + at, height: 64 }))
  for (const name of ['Anchor', 'Harbour', 'Lighthouse']) await send('POST', '/api/v1/companies', { name, description: '' })
  const ideas = ['wake slowly', 'drink water', 'walk', 'write a line'].map((title) => ({ title, description: title }))
  const answer = { kind: 'content', content: JSON.stringify({ ideas }) } as const
  // Too few are asked for once more, and the second answer brings nothing new.
  await nextAiRequests(answer, answer)
  await send('POST', '/api/ideas', { topic: 'slow mornings' })
  await connectAccount(page, 'tiktok', 'sandy')
  const account = await connectAccount(page, 'tumblr', 'sandy')
  const [projectId = ''] = ids
  for (const caption of ['one', 'two', 'three']) await schedule(page, { projectId, account, at: IN_A_YEAR, caption })
  return { projectId }
}

interface Look {
  name: string
  /** Visible share: 1 is all. */
  share: number
  isTall: boolean
  /** The focus was here before, or left the page. */
  isOver: boolean
}

/** Looks at the element that has the focus, through a grid over its box. */
function lookAtFocus(page: Page): Promise<Look> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // At its ends, a dialog moves the focus on in the next frame.
    await frame()
    const element = document.activeElement
    const over = { name: '', share: 1, isTall: false, isOver: true }
    if (!(element instanceof HTMLElement) || element === document.body || element.dataset['walked'] !== undefined) return over
    element.dataset['walked'] = ''
    const shareSeen = () => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const parts = [0.1, 0.3, 0.5, 0.7, 0.9]
      const points = parts.flatMap((x) => parts.map((y) => [left + width * x, top + height * y] as const))
      const seen = points.filter(([x, y]) => {
        const hit = document.elementFromPoint(x, y)
        // Around the letters of a link, and over a control that is drawn by its label, it is what holds the element.
        return hit !== null && (element.contains(hit) || hit.contains(element) || hit.closest('label')?.contains(element))
      })
      return seen.length / points.length
    }
    let share = shareSeen()
    // Lazily drawn parts move the page once more.
    for (let frames = 0; frames < 20 && share < 0.5; frames += 1) {
      await frame()
      share = shareSeen()
    }
    const name = `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 50)}`
    return { name, share, isTall: element.clientHeight > innerHeight / 2, isOver: false }
  })
}

/** Tabs through everything that can have the focus, forwards or backwards, and gives what cannot be seen by half. */
async function hiddenOnTheWay(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-walked]')) delete element.dataset['walked']
  })
  const hidden: string[] = []
  let stops = 0
  for (; stops < 250; stops += 1) {
    await page.keyboard.press(key)
    const { name, share, isTall, isOver } = await lookAtFocus(page)
    if (isOver) break
    if (share < (isTall ? 0.04 : 0.5)) hidden.push(`${key} to ${name}: ${Math.round(share * 100)} %`)
  }
  expect(stops, 'the walk comes to an end').toBeLessThan(250)
  expect(stops, 'there is something to walk through').toBeGreaterThan(2)
  return hidden
}

const PHONE = { width: 390, height: 844 }
const LOW = { width: 1440, height: 800 }
const DESK = { width: 1440, height: 900 }

interface Screen {
  path: string
  /** On a desk it is part of another screen. */
  onPhone?: true
  ready(page: Page): Locator
  /** Opens what is looked at on that page. */
  open?(page: Page): Promise<unknown>
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })

const screensOf = ({ projectId }: Planted): Screen[] => [
  {
    onPhone: true,
    path: '/content_studio?pane=create',
    ready: (page) => page.getByRole('button', { name: 'Actions for First slideshow' }),
  },
  { path: `/content_studio?project=${projectId}&pane=edit`, ready: (page) => stripSlides(page).nth(2) },
  { onPhone: true, path: '/content_studio?pane=ideas', ready: heading('Content Studio') },
  {
    path: `/content_studio?project=${projectId}&pane=edit`,
    ready: (page) => stripSlides(page).nth(2),
    open: async (page) => {
      const dialog = await openScheduleDialog(page)
      for (const box of await dialog.getByRole('group', { name: 'Accounts' }).getByRole('checkbox').all()) await box.check()
    },
  },
  { path: '/photo_library', ready: (page) => page.getByRole('checkbox', { name: 'Select a.png' }) },
  { path: '/post_scheduler', ready: heading('Post Scheduler') },
  { path: '/post_scheduler?view=list', ready: (page) => page.getByRole('button', { name: 'Cancel', exact: true }).first() },
  ...['general', 'accounts', 'appearance', 'account'].map((tab) => ({ path: `/settings?tab=${tab}`, ready: heading('Settings') })),
]

const PUBLIC: Screen[] = ['/', '/pricing', '/try', '/auth', '/privacy', '/terms', '/data-deletion', '/api-reference'].map((path) => ({
  path,
  ready: heading(/./),
}))

async function walk(page: Page, screens: readonly Screen[], sizes: readonly (typeof PHONE)[]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const { path, ready, open, onPhone } of screens) {
      if (onPhone && size !== PHONE) continue
      await page.goto(path)
      await expect(ready(page)).toBeVisible()
      await open?.(page)
      const hidden = [...(await hiddenOnTheWay(page, 'Tab')), ...(size === DESK ? [] : await hiddenOnTheWay(page, 'Shift+Tab'))]
      expect.soft(hidden, `${path} at ${size.width} x ${size.height}${open ? ', opened' : ''}`).toEqual([])
    }
  }
}

test('bars never cover the focused element', { tag: '@long' }, async ({ member: page }) => {
  test.setTimeout(240_000)
  const screens = screensOf(await plant(page))
  await walk(page, screens, [PHONE, LOW])
  // As tall as most desks: the studio alone has bars whose place depends on it.
  await walk(page, screens.slice(1, 4), [DESK])
})

test('bars never cover the focused element on public, account and operator pages', { tag: '@long' }, async ({ page, context }) => {
  test.setTimeout(240_000)
  await walk(page, PUBLIC, [PHONE, LOW])
  await signInAsOperator(context.request)
  await walk(page, [{ path: '/operator', ready: heading(/./) }], [PHONE, LOW])
  await newAccount(context, { pro: false })
  await walk(page, [{ path: '/account', ready: heading(/./) }], [PHONE, LOW])
})

/** Presses a button by the keyboard. */
async function press(button: Locator): Promise<void> {
  await expect(button).toBeEnabled()
  await button.focus()
  await button.press('Enter')
}

/** Presses it, and answers yes where it is asked. */
async function pressAndConfirm(page: Page, button: Locator, answer: string): Promise<void> {
  await press(button)
  const dialog = page.getByRole('dialog')
  await press(dialog.getByRole('button', { name: answer, exact: true }))
  await expect(dialog).toBeHidden()
}

test('deleting moves the focus to the next item', { tag: '@long' }, async ({ member: page }) => {
  const { projectId } = await plant(page)
  const focused = page.locator(':focus')
  const focusIn = (place: Locator) => expect(place.locator(':focus')).toHaveCount(1)

  await test.step('ideas', async () => {
    await page.goto('/content_studio')
    const ideas = page.getByRole('region', { name: 'Recent Ideas' }).getByRole('listitem')
    await expect(ideas).toHaveCount(4)
    const next = await ideas
      .nth(2)
      .getByRole('button', { name: /^Delete / })
      .getAttribute('aria-label')
    await pressAndConfirm(page, ideas.nth(1).getByRole('button', { name: /^Delete / }), 'Delete')
    await expect(ideas).toHaveCount(3)
    await focusIn(ideas.filter({ has: page.getByRole('button', { name: next ?? '', exact: true }) }))
    await pressAndConfirm(page, ideas.last().getByRole('button', { name: /^Delete / }), 'Delete')
    await expect(ideas).toHaveCount(2)
    await focusIn(ideas.last())
  })

  await test.step('slideshows, through their menu', async () => {
    await press(page.getByRole('button', { name: 'Actions for Second slideshow' }))
    await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Delete Slideshow' })
    await press(dialog.getByRole('button', { name: 'Delete', exact: true }))
    await expect(page.getByRole('region', { name: 'Recent Slideshows (2)' })).toBeVisible()
    // The latest comes first.
    await expect(focused).toHaveAccessibleName(/First slideshow/)
  })

  await test.step('photos', async () => {
    await page.goto('/photo_library')
    const photos = page.getByRole('list', { name: 'Photos of no company' }).getByRole('listitem')
    await expect(photos).toHaveCount(3)
    for (const left of [2, 1]) {
      await pressAndConfirm(page, photos.first().getByRole('button', { name: /^Delete / }), 'Delete')
      await expect(photos).toHaveCount(left)
      await focusIn(photos.first())
    }
    await pressAndConfirm(page, photos.first().getByRole('button', { name: /^Delete / }), 'Delete')
    await expect(photos).toHaveCount(0)
    await expect(focused).toHaveRole('heading')
  })

  await test.step('companies', async () => {
    await page.goto('/settings?tab=general')
    const companies = page.getByRole('list', { name: 'Companies' }).getByRole('listitem')
    await expect(companies).toHaveCount(3)
    await pressAndConfirm(page, page.getByRole('button', { name: 'Delete', exact: true }), 'Delete')
    await expect(companies).toHaveCount(2)
    await expect(focused).toHaveText('Company Management')
  })

  await test.step('scheduled posts', async () => {
    await page.goto('/post_scheduler?view=list')
    const posts = page.getByRole('list', { name: 'Scheduled posts' }).getByRole('listitem')
    await expect(posts).toHaveCount(3)
    await press(posts.nth(1).getByRole('button', { name: 'Cancel', exact: true }))
    await expect(posts.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(2)
    await focusIn(posts)
  })

  await test.step('connected accounts', async () => {
    await page.goto('/settings?tab=accounts')
    await pressAndConfirm(page, page.getByRole('button', { name: /^Disconnect @/ }).first(), 'Disconnect')
    await expect(page.getByRole('button', { name: /^Disconnect @/ })).toHaveCount(1)
    await focusIn(page.getByRole('tabpanel'))
  })

  await test.step('the last step that can be undone', async () => {
    await page.goto(`/content_studio?project=${projectId}&pane=edit`)
    await textBoxes(page).first().press('ArrowDown')
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await press(undo)
    await expect(undo).toBeDisabled()
    await expect(undo).toBeFocused()
  })
})

test('an added box is focused for typing, next to the previous one', async ({ slideshow: page }) => {
  const add = page.getByRole('button', { name: 'Add text', exact: true })
  const field = stage(page).getByRole('textbox')
  const before = await textBoxes(page).count()

  await textBoxes(page).first().press('Enter')
  await page.keyboard.type('rinse the filter first')
  await page.keyboard.press('Enter')
  await expect(stripSlides(page).first()).toHaveAccessibleName('Slide 1: rinse the filter first')

  await add.click()
  await expect(field).toBeFocused()
  await page.keyboard.type('swipe for more')
  await page.keyboard.press('Enter')
  const first = stage(page).getByRole('button', { name: /: swipe for more$/ })
  await expect(first).toBeFocused()
  await expect(first).toHaveAttribute('aria-pressed', 'true')

  await press(add)
  await page.keyboard.type('and then')
  await page.keyboard.press('Enter')
  const second = stage(page).getByRole('button', { name: /: and then$/ })
  await expect(second).toBeFocused()
  await page.keyboard.press('t')
  await page.keyboard.type('the end')
  await page.keyboard.press('Enter')
  await expect(stage(page).getByRole('button', { name: /: the end$/ })).toBeFocused()
  await expect(textBoxes(page)).toHaveCount(before + 3)
  const [one, other] = [await first.boundingBox(), await second.boundingBox()]
  expect([other?.x, other?.y]).not.toEqual([one?.x, one?.y])
})

test('an added image is selected and focused', { tag: '@long' }, async ({ slideshow: page }) => {
  await uploadPhoto(page, greyPng('cup.png', { width: 64, height: 64 }))
  const names = ['cup', 'cup 2']
  for (const name of names) {
    await press(page.getByRole('button', { name: 'Add image', exact: true }))
    await press(page.getByRole('dialog', { name: 'Choose Image for Image Box' }).getByRole('button', { name: /cup\.png/ }))
    const box = stage(page).getByRole('button', { name, exact: true })
    await expect(box).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(box).toBeFocused()
  }
  const [one, other] = await Promise.all(names.map((name) => stage(page).getByRole('button', { name, exact: true }).boundingBox()))
  expect([other?.x, other?.y]).not.toEqual([one?.x, one?.y])
})
