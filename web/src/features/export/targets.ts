import {
  Clapperboard,
  CloudUpload,
  Copy,
  FileArchive,
  FileText,
  FileUp,
  FileVideo,
  FolderArchive,
  FolderUp,
  Image,
  type LucideIcon,
} from 'lucide-react'
import type { FileType } from '../../painter/export-messages.ts'

interface TargetFacts {
  label: string
  icon: LucideIcon
  /** The exported part: all slides, the slide on the stage, or the video. */
  of: 'slides' | 'slide' | 'video'
  /** Type of the rendered slides, where the user has no choice. */
  fileType?: FileType
  /** Every format instead of the chosen one. */
  allFormats?: true
}

const FACTS = {
  zip: { label: 'Download ZIP', icon: FileArchive, of: 'slides' },
  'all-formats': { label: 'Download all formats', icon: FolderArchive, of: 'slides', allFormats: true },
  pdf: { label: 'Download PDF', icon: FileText, of: 'slides', fileType: 'jpeg' },
  slide: { label: 'Download this slide', icon: Image, of: 'slide' },
  copy: { label: 'Copy this slide', icon: Copy, of: 'slide', fileType: 'png' },
  video: { label: 'Download MP4', icon: Clapperboard, of: 'video' },
  'drive-slides': { label: 'Slides to Google Drive', icon: CloudUpload, of: 'slides' },
  'drive-all-formats': { label: 'All formats to Google Drive', icon: FolderUp, of: 'slides', allFormats: true },
  'drive-pdf': { label: 'PDF to Google Drive', icon: FileUp, of: 'slides', fileType: 'jpeg' },
  'drive-video': { label: 'Video to Google Drive', icon: FileVideo, of: 'video' },
} as const satisfies Record<string, TargetFacts>

export type TargetId = keyof typeof FACTS

/** All export targets. `run-export.ts` runs them. */
export const TARGETS: Readonly<Record<TargetId, TargetFacts>> = FACTS

const IMAGES: readonly TargetId[] = ['zip', 'all-formats', 'pdf', 'slide', 'copy']

/** Targets on this device; the project's own format comes first. */
export function targetGroups(isVideo: boolean): readonly (readonly TargetId[])[] {
  return isVideo ? [['video'], IMAGES] : [IMAGES, ['video']]
}

/** Targets in Google Drive, in the same order. */
export function driveTargets(isVideo: boolean): readonly TargetId[] {
  const images = ['drive-slides', 'drive-all-formats', 'drive-pdf'] as const
  return isVideo ? ['drive-video', ...images] : [...images, 'drive-video']
}

export function isVideoTarget(target: TargetId): boolean {
  return TARGETS[target].of === 'video'
}
