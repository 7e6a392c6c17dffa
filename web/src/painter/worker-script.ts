export { default as exportWorker } from './export.worker.ts?worker&url'
export { default as soundWorkerUrl } from './sound/sound.worker.ts?worker&url'
export { default as videoWorkerUrl } from './video/video.worker.ts?worker&url'
export { default as pictureWorker } from './image.worker.ts?worker&url'
