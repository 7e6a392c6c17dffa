import { Clapperboard, CloudUpload, Copy, FileArchive, FileVideo, Image, type LucideIcon } from 'lucide-react'

interface TargetFacts {
  label: string
  icon: LucideIcon
  /** What of the project leaves: all slides, the one on the stage, or the film made of them. */
  of: 'slides' | 'slide' | 'film'
}

const FACTS = {
  zip: { label: 'Download ZIP', icon: FileArchive, of: 'slides' },
  slide: { label: 'Download this slide', icon: Image, of: 'slide' },
  copy: { label: 'Copy this slide', icon: Copy, of: 'slide' },
  video: { label: 'Download MP4', icon: Clapperboard, of: 'film' },
  'drive-slides': { label: 'Slides to Google Drive', icon: CloudUpload, of: 'slides' },
  'drive-video': { label: 'Video to Google Drive', icon: FileVideo, of: 'film' },
} as const satisfies Record<string, TargetFacts>

export type TargetId = keyof typeof FACTS

/** The ways out of the studio. `run-target.ts` holds what each does; the compiler asks there for every id of this table. */
export const TARGETS: Readonly<Record<TargetId, TargetFacts>> = FACTS

const PICTURES: readonly TargetId[] = ['zip', 'slide', 'copy']

/** The ways to this device: what a project is made for stands first. */
export function targetGroups(isVideo: boolean): readonly (readonly TargetId[])[] {
  return isVideo ? [['video'], PICTURES] : [PICTURES, ['video']]
}

/** The ways to Google Drive, in the same order. */
export function driveTargets(isVideo: boolean): readonly TargetId[] {
  return isVideo ? ['drive-video', 'drive-slides'] : ['drive-slides', 'drive-video']
}

/** Whether the project leaves as a video. */
export function isFilm(target: TargetId): boolean {
  return TARGETS[target].of === 'film'
}
