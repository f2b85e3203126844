import { BarePage } from '@/components/downloads/bare-page'
import { downloadMetadata, downloadPage } from '../../download-page'

export const dynamic = 'force-dynamic'
export const generateMetadata = downloadMetadata('FZAppFires2')
export default downloadPage('FZAppFires2', BarePage)
