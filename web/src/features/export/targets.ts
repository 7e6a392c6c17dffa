import { Clapperboard, CloudUpload, Copy, FileArchive, FileVideo, Image, type LucideIcon } from 'lucide-react'

interface TargetFacts {
  label: string
  icon: LucideIcon
  /** The exported part: all slides, the slide on the stage, or the video. */
  of: 'slides' | 'slide' | 'video'
}

const FACTS = {
  zip: { label: 'Download ZIP', icon: FileArchive, of: 'slides' },
  slide: { label: 'Download this slide', icon: Image, of: 'slide' },
  copy: { label: 'Copy this slide', icon: Copy, of: 'slide' },
  video: { label: 'Download MP4', icon: Clapperboard, of: 'video' },
  'drive-slides': { label: 'Slides to Google Drive', icon: CloudUpload, of: 'slides' },
  'drive-video': { label: 'Video to Google Drive', icon: FileVideo, of: 'video' },
} as const satisfies Record<string, TargetFacts>

export type TargetId = keyof typeof FACTS

/** All export targets. `run-export.ts` runs them. */
export const TARGETS: Readonly<Record<TargetId, TargetFacts>> = FACTS

const IMAGES: readonly TargetId[] = ['zip', 'slide', 'copy']

/** Targets on this device; the project's own format comes first. */
export function targetGroups(isVideo: boolean): readonly (readonly TargetId[])[] {
  return isVideo ? [['video'], IMAGES] : [IMAGES, ['video']]
}

/** Targets in Google Drive, in the same order. */
export function driveTargets(isVideo: boolean): readonly TargetId[] {
  return isVideo ? ['drive-video', 'drive-slides'] : ['drive-slides', 'drive-video']
}

export function isVideoTarget(target: TargetId): boolean {
  return TARGETS[target].of === 'video'
}
