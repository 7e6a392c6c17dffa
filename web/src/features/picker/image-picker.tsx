import { PHOTO_PLATFORMS } from '@ninesixteen/shared/platforms'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { BlogPhotosTab } from './blog-photos-tab.tsx'
import { FindPhotos } from './find-photos.tsx'
import { GeneratePhotos } from './generate-photos.tsx'
import { MyPhotosTab } from './my-photos-tab.tsx'

export interface ImagePickerProps {
  open: boolean
  onOpenChange(open: boolean): void
  purpose: 'background' | 'image-box'
  /** The company whose photos come first. */
  companyId: string | null
  /** Words for a search, from the slide. */
  words: string
  /** Whether to search for them at once. */
  isFinding: boolean
  /** The proposed description of an AI photo. */
  prompt: string
  /** The photo that an AI can change. */
  sourcePath: string | null
  /** `filename` where the photo has a name. */
  onPick(filePath: string, filename?: string): void
}

const TITLES = { background: 'Choose Background Image', 'image-box': 'Choose Image for Image Box' } as const
const LIBRARY = 'library'
const FOUND = 'found'

/** Chooses a photo from the user's library or from a connected account. */
export function ImagePicker({ open, onOpenChange, purpose, companyId, words, isFinding, prompt, sourcePath, onPick }: ImagePickerProps) {
  const [chosen, setChosen] = useState<string>(LIBRARY)
  // Each opening says whether it is for a search.
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open && (isFinding || chosen === FOUND)) setChosen(isFinding ? FOUND : LIBRARY)
  }
  const items = [
    { value: LIBRARY, label: 'My Photos', content: <MyPhotosTab companyId={companyId} onPick={onPick} /> },
    {
      value: FOUND,
      label: 'Find photos',
      content: <FindPhotos companyId={companyId} words={words} isStarted={isFinding} onPick={onPick} />,
    },
    {
      value: 'ai',
      label: 'AI photos',
      content: <GeneratePhotos companyId={companyId} prompt={prompt} sourcePath={sourcePath} onPick={onPick} />,
    },
    ...PHOTO_PLATFORMS.map(({ id, label }) => ({
      value: id,
      label,
      content: <BlogPhotosTab platform={id} label={label} onPick={onPick} />,
    })),
  ]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={TITLES[purpose]} size="large">
      <Tabs label="Photo source" value={chosen} onChange={setChosen} items={items} look="pill" />
    </Dialog>
  )
}
