/** Name of an export's folder: `{company or Slideshow/Video} {YYYY-MM-DD}`, by the person's own calendar. */
export function driveFolderName(of: { company: string | null; isVideo: boolean }, now = new Date()): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${of.company?.trim() || (of.isVideo ? 'Video' : 'Slideshow')} ${day}`
}
