import { Dialog } from '../../components/dialog.tsx'
import { FindPhotos } from './find-photos.tsx'

export interface FindPhotosDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Adds free photos to the library. */
export function FindPhotosDialog({ open, onOpenChange }: FindPhotosDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Find photos" size="large">
      <FindPhotos companyId={null} />
    </Dialog>
  )
}
