export function starterThumbnails(): Promise<Map<string, Uint8Array>>
export function photoMapSteps(): Promise<{
  pixels: { width: number; height: number }
  compute: (data: Uint8Array) => unknown
  mapPhoto: (thumbnail: Uint8Array) => Promise<string>
  read: (text: string) => unknown
}>
