import { FORMATS, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { createUserChoice } from './user-choice.ts'

export const FORMAT_NAMES: Record<Format, string> = {
  '9:16': 'Full screen',
  '4:5': 'Feed',
  '3:4': 'Portrait',
  '1:1': 'Square',
  '2:3': 'Pin',
}

const formatChoice = createUserChoice<Format>('format', {
  initial: MAIN_FORMAT,
  parse: (stored) => FORMATS.find((format) => format === stored) ?? null,
})

/** Slideshows open in the chosen format. */
export const { get: chosenFormat, use: useChosenFormat, choose: chooseFormat } = formatChoice
