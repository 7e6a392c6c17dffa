import { expect, type Locator, type Page } from '@playwright/test'
import { stage } from './studio.ts'

/** One text box of the slide on the stage, counted from 1. */
export function textBox(page: Page, number: number): Locator {
  return stage(page).getByRole('button', { name: new RegExp(`^Text box ${number}: `) })
}

const fieldNames = { x: 'Position from the left', y: 'Position from the top', width: 'Width', height: 'Height' } as const
type Side = keyof typeof fieldNames

export function sideField(page: Page, side: Side): Locator {
  return page.getByRole('group', { name: 'Position and size' }).getByLabel(fieldNames[side], { exact: true })
}

/** Place and size of the selected box, as its fields say. */
export async function frameOf(page: Page): Promise<Record<Side, number>> {
  const read = async (side: Side) => Number(await sideField(page, side).inputValue())
  return { x: await read('x'), y: await read('y'), width: await read('width'), height: await read('height') }
}

export async function setSide(page: Page, side: Side, value: number): Promise<void> {
  const field = sideField(page, side)
  await field.fill(String(value))
  await field.press('Enter')
  await expect(field).toHaveValue(String(value))
}

/** The editor's announcements for screen readers. */
export function announcement(page: Page, words: string): Locator {
  return page.getByRole('status').filter({ hasText: words }).first()
}

/** The middle of an element on the screen. */
export async function middleOf(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox()
  if (!box) throw new Error('Not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Pastes a file where the focus is, as the browser does. */
export async function pasteFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.evaluate(
    ({ name, type, bytes }) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], name, { type }))
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(event)
    },
    { name: file.name, type: file.mimeType, bytes: [...file.buffer] },
  )
}

interface DropOptions {
  files: readonly { name: string; mimeType: string; buffer: Buffer }[]
  /** From the upper left corner of the element. */
  at: { x: number; y: number }
}

/** Drops files on an element, as from a folder. Returns whether the page takes them, so that the browser does not open one. */
export async function dropFiles(target: Locator, { files, at }: DropOptions): Promise<boolean> {
  const sent = files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: [...buffer] }))
  return target.evaluate(
    (element, { list, x, y }) => {
      const data = new DataTransfer()
      for (const { name, type, bytes } of list) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
      const { left, top } = element.getBoundingClientRect()
      const fire = (type: string): boolean => {
        const init = { dataTransfer: data, bubbles: true, cancelable: true, clientX: left + x, clientY: top + y }
        return !element.dispatchEvent(new DragEvent(type, init))
      }
      return fire('dragover') && fire('drop')
    },
    { list: sent, x: at.x, y: at.y },
  )
}

/** A finger, or several: each is a place on the screen. Nothing for the last one lifts them. */
export type Fingers = (kind: 'touchStart' | 'touchMove' | 'touchEnd', places: { x: number; y: number }[]) => Promise<void>

export async function fingersOn(page: Page): Promise<Fingers> {
  const session = await page.context().newCDPSession(page)
  return async (type, places) => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((place, id) => ({ ...place, id })) })
  }
}

export async function selectFirst(page: Page): Promise<void> {
  await textBox(page, 1).click()
  await expect(textBox(page, 1)).toHaveAttribute('aria-pressed', 'true')
}
