/* Written by tools/make_glyphs.c; do not edit. */
#include "picture/picture_steps.h"

/* clang-format off */
const struct glyph_template trey_glyph_table[10] = {
    {0.637f, /* 0: 8 samples */
     "0016ceed7200017dffffe93006dfedcefe812bff9227efc45efd2002cff68ffa10009ff9"
     "aff800007efbcff700005efdcff600005efdcff600005efdcff600005efdbff800007efb"
     "9ffa00009ff96efd2001cff63cff8227efc417dffccefd71028effffe8200017deec7200"},
    {0.212f, /* 1: 34 samples */
     "2369bcdddc97abefffffffdcbcefffffffdd45beffffffdd138defffffdd128defffffdd"
     "128defffffdd128defffffdd128defffffdd128defffffdd128defffffdd128defffffdd"
     "128defffffdd128defffffdd128defffffdd128defffffdd127ceffffedc0037acddcb86"},
    {0.598f, /* 2: 38 samples */
     "0038cdec940005dffffffe614dfffdefffe4affe6226effadff910019ffddfd400007ffd"
     "475100009ffd00000004dff90000005dffd3000017effd500002aeffc400004cffea2000"
     "16dffe7100006effc5000000bffd52222221bffeddddddd9bffffffffffd7deeeeeeeed9"},
    {0.622f, /* 3: 38 samples */
     "6cddddddddb4bffffffffff9bffedcdfffe58ed4116efd61143005dfd61000005dfe7100"
     "0005dfffdb720009fffffff900049aaadffd000000008ffd00000002cff90000002affd3"
     "000004bffd6000027dffd610026ceffd50007dfffea30000dffeb61000009db620000000"},
    {0.647f, /* 4: 38 samples */
     "01330006dc3006dd400aff6009ff700aff7009ff700aff700aff600aff700aff600aff70"
     "1bfe500aff701cfe300aff702dfd200aff703efc100aff705ffa100aff708ffc777dffb4"
     "bffffffffffdcffffffffffc4666666cffa30000000aff700000000aff6000000006dc30"},
    {0.588f, /* 5: 10 samples */
     "4accccccccb79ffffffffffc9fffeeeeeee99ffa211111109ffa100000009ffdaaa98620"
     "9ffffffffec66deeeeeffffc13444445bffe000000007efe00000002bffc00000028efe8"
     "000003aefea200016bffea300149dffe83006cefffc61000cfffc83100009dc941000000"},
    {0.621f, /* 6: 44 samples */
     "00000029d810000004bffd2000004dffe7000005effd5000003dffc4000002bffc300000"
     "07ffe52210002dffededb5107ffffffffe91bfffdaadffe6dffc3002affceff600004efe"
     "efe400002efedff600005ffd9ffc4113cffa2cffecceffd304cffffffc500028cddc8300"},
    {0.652f, /* 7: 18 samples */
     "aeeeeeeeeeeaeffffffffffdeffdcccefff8dfc3112affc34740004dfe600000019ffa20"
     "000003dfe500000007ffb10000001bff700000004efe300000007ffb10010000aff80001"
     "0001cfe500010002dfe400000004efd300000004efc200000004efb100000002bd700000"},
    {0.639f, /* 8: 30 samples */
     "0017ceec7100019effffe91006effccffe601bff7117ffb11cfe3003efd11cfe5005efc1"
     "08ffd77cff7002dffffffd2004dffffffd402cffdaaeffd29ffc3003cff9cff600006ffc"
     "dfe400004efdcff700007ffc9ffd4114cff92cffecceffc204cffffffc400038ceec9300"},
    {0.634f, /* 9: 20 samples */
     "0028cddb720003cffffffc302cffecdeffc18ffc4115dff7cff500007ffbefe300004efd"
     "efe400006ffdbffa2003cffc5effdaadfffa08effffffff5015beedeffc10001225eff60"
     "000003cffa1000003cffd3000004cffd4000006effd4000001cffc300000008da2000000"},
};
