import { findBox } from '@ninesixteen/shared/slide/box'
import type { BoxRef } from '@ninesixteen/shared/slide/box'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import { alignFrames, distributeFrames } from '@ninesixteen/shared/slide/geometry'
import type { Alignment } from '@ninesixteen/shared/slide/geometry'
import type { FrameChange } from '@ninesixteen/shared/slide/edit-boxes'
import type { Frame } from '@ninesixteen/shared/slide/box'
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  ArrowDownToLine,
  ArrowUpToLine,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { refuseLocked } from '../document/locked.ts'
import { selectionOf } from './editor-action.ts'
import type { ActionContext, EditorAction } from './editor-action.ts'

function order(to: Extract<Edit, { type: 'order-boxes' }>['to'], announcement: string): (context: ActionContext) => void {
  return (context) => {
    const { store } = context.session
    if (store.perform({ type: 'order-boxes', slideId: store.slide().id, refs: [...selectionOf(context)], to })) store.announce(announcement)
  }
}

/** Moves the selected boxes as one undo step. */
function place(context: ActionContext, change: (frames: readonly Frame[]) => readonly Frame[], announcement: string): void {
  const { store } = context.session
  if (refuseLocked(store, 'move')) return
  const slide = store.slide()
  const boxes = selectionOf(context).flatMap((ref) => findBox(slide, ref) ?? [])
  const moved = change(boxes.map((entry) => entry.frame))
  const frames: Record<BoxRef, FrameChange> = {}
  for (const [index, { ref }] of boxes.entries()) {
    const frame = moved[index]
    if (frame) frames[ref] = { x: frame.x, y: frame.y }
  }
  if (store.perform({ type: 'set-frames', slideId: slide.id, frames })) store.announce(announcement)
}

function align(alignment: Alignment, look: { label: string; icon: LucideIcon; announcement: string }) {
  return {
    label: look.label,
    icon: look.icon,
    keys: [],
    where: 'stage',
    enabled: (context) => selectionOf(context).length > 0,
    run: (context) => place(context, (frames) => alignFrames(frames, alignment, context.session.store.slide().format), look.announcement),
  } as const satisfies Omit<EditorAction, 'id'>
}

function distribute(axis: 'x' | 'y', look: { label: string; icon: LucideIcon }) {
  return {
    ...look,
    keys: [],
    where: 'stage',
    enabled: (context) => selectionOf(context).length > 2,
    run: (context) => place(context, (frames) => distributeFrames(frames, axis), 'Spaced evenly'),
  } as const satisfies Omit<EditorAction, 'id'>
}

/** Alignment, spacing and stacking. A single box is aligned to the slide, several to each other. */
export const arrangeActions = {
  alignLeft: { id: 'alignLeft', ...align('left', { label: 'Align left', icon: AlignStartVertical, announcement: 'Aligned left' }) },
  alignCentre: {
    id: 'alignCentre',
    ...align('centre', { label: 'Align centre', icon: AlignCenterVertical, announcement: 'Aligned to the centre' }),
  },
  alignRight: { id: 'alignRight', ...align('right', { label: 'Align right', icon: AlignEndVertical, announcement: 'Aligned right' }) },
  alignTop: { id: 'alignTop', ...align('top', { label: 'Align top', icon: AlignStartHorizontal, announcement: 'Aligned to the top' }) },
  alignMiddle: {
    id: 'alignMiddle',
    ...align('middle', { label: 'Align middle', icon: AlignCenterHorizontal, announcement: 'Aligned to the middle' }),
  },
  alignBottom: {
    id: 'alignBottom',
    ...align('bottom', { label: 'Align bottom', icon: AlignEndHorizontal, announcement: 'Aligned to the bottom' }),
  },
  distributeX: { id: 'distributeX', ...distribute('x', { label: 'Space evenly across', icon: AlignHorizontalDistributeCenter }) },
  distributeY: { id: 'distributeY', ...distribute('y', { label: 'Space evenly down', icon: AlignVerticalDistributeCenter }) },
  front: {
    id: 'front',
    label: 'Bring to front',
    icon: ArrowUpToLine,
    keys: ['mod+]'],
    where: 'stage',
    enabled: (context) => selectionOf(context).length > 0,
    run: order('front', 'Brought to front'),
  },
  back: {
    id: 'back',
    label: 'Send to back',
    icon: ArrowDownToLine,
    keys: ['mod+['],
    where: 'stage',
    enabled: (context) => selectionOf(context).length > 0,
    run: order('back', 'Sent to back'),
  },
} as const satisfies Record<string, EditorAction>
