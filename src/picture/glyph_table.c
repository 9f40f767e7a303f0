/* Written by tools/make_glyphs.c; do not edit. */
#include "picture/picture_steps.h"

/* clang-format off */
const struct glyph_template trey_glyph_table[10] = {
    {0.637f, /* 0: 8 samples */
     "0016ceed7200017effffe93006dffdcefe812bff9227efc45efd2001cff78ffa00009ffa"
     "aff800007efccff600005efdcff600005efdcff600005efdcff600005efdbff800006efb"
     "9ffa00009ff96efd2001cff63cff8217efc407dffccefd71028effffe8200017deed7200"},
    {0.212f, /* 1: 34 samples */
     "2369bcdddc97abefffffffdcbcefffffffdd45beffffffdd128defffffdd128defffffdd"
     "128defffffdd128defffffdd128defffffdd128defffffdd128defffffdd128defffffdd"
     "128defffffdd128defffffdd128defffffdd128defffffdd127cefffffdc0037acdddb86"},
    {0.598f, /* 2: 38 samples */
     "0028ceec940005dffffffe614dfffeefffe4affe6226effadff910019ffddfe400007ffe"
     "475100009ffd00000004dff90000005dffd3000017effe500002aeffc400004cffea2000"
     "16effe7100006effc4000000bffd52222221bffeddddddd9bffffffffffd7deeeeeeeed9"},
    {0.622f, /* 3: 38 samples */
     "6dddddddddc4bffffffffff9bffedddfffe58ed4115efd61143005dfd61000005dfe7100"
     "0005dfffdb72000afffffff900049aaadffd000000008ffd00000002cff90000002affd3"
     "000004bffd6000027dffd610026cfffd50007dfffea30000dffeb61000009db620000000"},
    {0.647f, /* 4: 38 samples */
     "01330006dc3006dd400aff6009ff700aff7009ff700aff700aff600aff700aff600aff70"
     "1bff500aff701cfe300aff702dfd200aff703efc100aff705ffa100aff708ffc777dffb4"
     "bffffffffffdcffffffffffd4666666cffa30000000aff7000000009ff6000000006dc30"},
    {0.588f, /* 5: 10 samples */
     "4bccccccccb79ffffffffffd9fffeeeeeeea9ffa111111009ffa100000009ffeaaaa8520"
     "9fffffffffc66eeeeeeffffd13333334bffe000000006efe00000002bffd00000028ffe8"
     "000003aefea200016bffea300149effe93006cefffc60000cfffd83100009ec941000000"},
    {0.622f, /* 6: 44 samples */
     "00000029d810000004bffd2000004dffe7000005effd5000003dffc4000002bffc300000"
     "07ffe52210002dffedeeb5107fffffffff91bfffdaacffe6effc3002affceff600004efe"
     "efe400002efedff600005ffd9ffd4113cffa2cffecceffd304cffffffc500028cdec8300"},
    {0.652f, /* 7: 18 samples */
     "aeeeeeeeeeeaeffffffffffdeffdcccefff8dfd3112affc34740004dfe600000019ffa10"
     "000003dfe400000007ffb10000001bff700000004efe300000007ffb10010000aff80001"
     "0001cff500010002dfe400000004efd300000004efc200000004efb100000002bd700000"},
    {0.639f, /* 8: 30 samples */
     "0017ceec7100019effffe91006effccfff601bff7117ffb11cfe3003efd11cfe5005efc1"
     "08ffd77dff8002dffffffd2004dffffffd402cffdaaeffd29ffc3003cff9cff600006ffd"
     "dfe400004efdcff700007ffd9ffd4014cff92cffecceffc204cffffffc500039ceec9300"},
    {0.634f, /* 9: 20 samples */
     "0028cedb720003cffffffc302cffecceffc18ffc4115dff7cff500007ffbefe300004efd"
     "efe400006ffebffa2003cffd5effdaadfffa08effffffff5015ceedeffc10001225eff60"
     "000003cffb1000003cffd3000004cffd4000006effd4000001cffc300000008da2000000"},
};
