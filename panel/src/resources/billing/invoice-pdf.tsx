import type { Invoice } from '@hostler/sdk';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { downloadBase64 } from '../../parts/download.ts';
import { useInvoicePdf } from './queries.ts';
import { texts } from './texts.ts';

/** Downloads the PDF, which is generated on request. */
export function InvoicePdf({ invoice: { id, number } }: { invoice: Pick<Invoice, 'id' | 'number'> }) {
  const fetchPdf = useInvoicePdf();
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      aria-label={texts.pdfOf(number)}
      loading={fetchPdf.isPending}
      onClick={() =>
        fetchPdf.mutate(id, {
          onSuccess: ({ filename, content, content_type }) => downloadBase64(filename, content, content_type),
        })
      }
    >
      {texts.pdf}
    </Button>
  );
}
