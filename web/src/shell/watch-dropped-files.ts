import { hasFiles } from '../components/dragged-files.ts'

/** A file that misses every place for files must not replace the page, as browsers do. */
export function watchDroppedFiles(): void {
  const prevent = (event: DragEvent): void => {
    const isFileField = event.target instanceof HTMLInputElement && event.target.type === 'file'
    if (hasFiles(event) && !isFileField) event.preventDefault()
  }
  addEventListener('dragover', prevent)
  addEventListener('drop', prevent)
}
