import type { KeyboardEvent } from 'react'
import { focusStep } from '../../components/keyboard.ts'

/** The number of columns in the rendered layout. */
function columnsOf(grid: HTMLElement): number {
  return getComputedStyle(grid).gridTemplateColumns.split(' ').length
}

/** Moves the focus between the buttons of a grid with the arrow keys. */
export function gridKeys(event: KeyboardEvent, grid: HTMLElement | null): void {
  if (!grid) return
  const step = focusStep(event.key, columnsOf(grid))
  if (step === null) return
  const buttons = [...grid.querySelectorAll('button')]
  const next = buttons[buttons.findIndex((button) => button === document.activeElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
