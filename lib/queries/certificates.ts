import { download } from './download'

/** Brings the PDF of one of my certificates as a file to keep. */
export const downloadCertificate = (id: string) => download('certificates/pdf', { id })
