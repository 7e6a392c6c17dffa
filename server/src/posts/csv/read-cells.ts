import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { POST_KINDS, type PostKind } from '@ninesixteen/shared/publishing/delivery'
import { settleWall } from '@ninesixteen/shared/time/wall-clock'
import { isWallTime } from '@ninesixteen/shared/time/wall-time'
import { isZone } from '@ninesixteen/shared/time/zones'
import type { CellError } from './option-columns.ts'

type Cells = ReadonlyMap<string, string>

/** The parsed value, or its error. */
export type Read<T> = { value: T } | { faults: CellError[] }

const fault = (column: string, message: string): { faults: CellError[] } => ({ faults: [{ column, message }] })
/** An error with the product's own message. */
const appError = (column: string, error: AppError) => fault(column, error.message)

export interface PlannedTime {
  /** Null for a draft. */
  at: Date | null
  zone: string
}

const FAR_MS = 2 * 366 * 86_400_000
/** Tolerates a clock that is slightly off. */
const LATE_MS = 60_000

/** Day and time of a post by the clock of its zone; without both it is a draft. */
export function readTimeCells(cells: Cells, { zone: defaultZone, now }: { zone: string; now: Date }): Read<PlannedTime> {
  const [date = '', time = '', zone = defaultZone] = ['date', 'time', 'time_zone'].map((column) => cells.get(column))
  if (!isZone(zone)) return appError('time_zone', new AppError('TIME_ZONE_UNKNOWN', { zone: zone.slice(0, 60) }))
  if (date === '' && time === '') return { value: { at: null, zone } }
  if (date === '') return fault('date', 'There is a time but no day. Leave both empty for a draft.')
  if (time === '') return fault('time', 'There is a day but no time. Leave both empty for a draft.')
  if (!isWallTime(`${date}T00:00`)) return fault('date', 'Enter the day as year, month and day: 2026-12-31.')
  const clock = readClock(time)
  if (clock === null) return fault('time', 'Enter the time as 09:30 or 9:30 PM.')
  const { at } = settleWall(`${date}T${clock}`, zone)
  if (at.getTime() < now.getTime() - LATE_MS) return fault('date', 'This time is in the past.')
  if (at.getTime() > now.getTime() + FAR_MS) return appError('date', new AppError('SCHEDULE_TOO_FAR'))
  return { value: { at, zone } }
}

/** `HH:MM`, however spreadsheets write it. */
function readClock(text: string): string | null {
  const [, hours, minutes, meridiem = ''] = /^(\d{1,2}):(\d\d)(?::00)?\s*([ap]\.?m\.?)?$/i.exec(text) ?? []
  if (hours === undefined || minutes === undefined) return null
  const isTwelveHour = meridiem !== ''
  const hour = Number(hours)
  if (Number(minutes) > 59 || hour > (isTwelveHour ? 12 : 23) || (isTwelveHour && hour === 0)) return null
  const hourOfDay = isTwelveHour ? (hour % 12) + (meridiem.toLowerCase().startsWith('p') ? 12 : 0) : hour
  return `${String(hourOfDay).padStart(2, '0')}:${minutes}`
}

export interface PostTexts {
  caption: string
  description: string
}

export function readTextCells(cells: Cells): Read<PostTexts> {
  const [caption = '', description = ''] = ['caption', 'description'].map((column) => cells.get(column))
  const faults: CellError[] = []
  if (caption.length > CAPTION_MAX) {
    const { message } = new AppError('CAPTION_TOO_LONG', { length: caption.length, limit: CAPTION_MAX })
    faults.push({ column: 'caption', message })
  }
  if (description.length > POST_DESCRIPTION_MAX) {
    const { message } = new AppError('DESCRIPTION_TOO_LONG', { length: description.length, limit: POST_DESCRIPTION_MAX })
    faults.push({ column: 'description', message })
  }
  return faults.length > 0 ? { faults } : { value: { caption, description } }
}

/** Defaults to slides. */
export function readKindCell(cells: Cells): Read<PostKind> {
  const text = cells.get('kind')?.toLowerCase() ?? 'slides'
  const kind = POST_KINDS.find((candidate) => candidate === text)
  return kind ? { value: kind } : fault('kind', `Write one of ${POST_KINDS.join(', ')}.`)
}
